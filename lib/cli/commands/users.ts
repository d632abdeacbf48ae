import type { Command } from 'commander';
import type { Identifiers, User } from '../../../shared/domain/user.ts';
import { importFile } from '../import-file.ts';
import { makeUserImport } from '../../../shared/use-cases/import/user-import.ts';
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
Importing again changes only what has changed. Bad lines are reported, the others imported.
${example('import --local users.csv')}`;

const addImport = (users: Command, withSession: WithSession): void => {
  users
    .command('import <file>')
    .description('create and change users as a file says')
    .addHelpText('after', FILE_HELP)
    .action(
      withSession((session, _options: object, file: string) =>
        importFile(session, makeUserImport(session.users), file),
      ),
    );
};

const formatUser = ({ companyId, id, uid, email, devices }: User): string =>
  [
    `company: ${companyId}`,
    `id:      ${id}`,
    `uid:     ${uid ?? '-'}`,
    `email:   ${email ?? '-'}`,
    `devices: ${devices.length === 0 ? '-' : devices.join('\n         ')}`,
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
