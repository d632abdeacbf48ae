import type { Command } from 'commander';
import { languageTags } from '../../../shared/domain/language.ts';
import type { Identifiers, User, UserRef } from '../../../shared/domain/user.ts';
import { IMPORT_RULES, importFile, withImportOptions, type ImportOptions } from '../import-file.ts';
import { makeDryRunUsers } from '../../../shared/use-cases/import/dry-run.ts';
import { makeUserImporter } from '../../../shared/use-cases/import/user-records.ts';
import { readCompanyId, readEmail, readUid, readUserId } from '../option-values.ts';
import { exampleOf } from '../example.ts';
import type { WithSession } from '../session.ts';
import { findUser } from '../../../shared/use-cases/users/find-user.ts';

const example = exampleOf('users');

const FILE_HELP = `
The file is CSV (.csv) with a header row, or one JSON object a line (.ndjson, .jsonl), in UTF-8:
  companyId  1 to 64 characters
  id         an integer, 1 or more
  uid        optional, 1 to 128 characters, unique within the company; compared exactly
  email      optional, unique within the company; compared in lower case
  language   optional, ${languageTags.join(', ')}: the language of pushes
  deleted    optional; true removes the user
${IMPORT_RULES}
${example('import --local users.csv')}`;

const addImport = (users: Command, withSession: WithSession): void => {
  withImportOptions(users.command('import <file>'))
    .description('create, change and remove users as a file says')
    .addHelpText('after', FILE_HELP)
    .action(
      withSession((session, options: ImportOptions, file: string) => {
        const store = options.dryRun ? makeDryRunUsers(session.users) : session.users;
        const removeUser = async (ref: UserRef) => (await store.change(ref, () => undefined)).outcome;
        return importFile(session, makeUserImporter({ users: store, removeUser }), file, options);
      }),
    );
};

const formatUser = ({ companyId, id, uid, email, language, devices }: User): string =>
  [
    `company:  ${companyId}`,
    `id:       ${id}`,
    `uid:      ${uid ?? '-'}`,
    `email:    ${email ?? '-'}`,
    `language: ${language ?? '-'}`,
    `devices:  ${devices.length === 0 ? '-' : devices.join('\n          ')}`,
  ].join('\n');

const addShow = (users: Command, withSession: WithSession): void => {
  users
    .command('show')
    .description('one user')
    .requiredOption('--company <id>', "the user's company", readCompanyId)
    .option('--id <id>', 'the user with this id', readUserId)
    .option('--uid <uid>', 'the user with this uid', readUid)
    .option('--email <address>', 'the user with this e-mail address', readEmail)
    .addHelpText('after', example('show --local --company acme --email ada@example.com'))
    .action(
      withSession(async (session, { company, ...identifiers }: { company: string } & Identifiers) => {
        const user = await findUser(session.users, company, identifiers);
        session.print(user, formatUser);
      }),
    );
};

/** Users: the people who badge. */
export const addUsers = (program: Command, withSession: WithSession): void => {
  const users = program.command('users').description('users: who can be checked in');
  users.usage('<verb> [options]').addHelpText('after', example('import --local users.csv'));
  addImport(users, withSession);
  addShow(users, withSession);
};
