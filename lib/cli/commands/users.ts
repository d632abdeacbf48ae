import type { Command } from 'commander';
import { languageTags } from '../../../shared/rules/languages.ts';
import type { Identifiers, UserProfile, UserRef, UserStore } from '../../../shared/domain/user.ts';
import { auditFile, IMPORT_RULES, importFile, withImportOptions, type ImportOptions } from '../import-file.ts';
import { makeDryRunUsers } from '../../../shared/use-cases/import/dry-run.ts';
import { makeRemoveUser } from '../../../shared/use-cases/import/remove-imported-user.ts';
import { auditUser } from '../../../shared/use-cases/users/audit-user.ts';
import { makeUserImporter } from '../../../shared/use-cases/import/user-records.ts';
import { readEmail, readUid, readUserId } from '../option-values.ts';
import { exportUser } from '../../../shared/use-cases/users/export-user.ts';
import { listUsers, type UserListQuery } from '../../../shared/use-cases/users/list-users.ts';
import { viewChangedBy } from '../../../shared/use-cases/users/view-changed-by.ts';
import { removeUser } from '../../../shared/use-cases/users/remove-user.ts';
import { formatUser, formatUsers } from '../formatting/user.ts';
import { toUserRef, withCompany, withUser, type UserOptions } from '../user-options.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { describeLength } from '../../../shared/rules/find-problem.ts';
import { exampleOf } from '../example.ts';
import type { WithSession } from '../session.ts';
import { findUser } from '../../../shared/use-cases/users/find-user.ts';

const example = exampleOf('users');

/** The users that one call to DynamoDB reads: 1 MB, at about 100 bytes each. */
const USERS_PER_PAGE = 5_000;

const FILE_HELP = `
The file is CSV (.csv, .tsv) with a header row, or one JSON object per line (.ndjson, .jsonl), in UTF-8:
  companyId  ${describeLength(fields.companyId)}
  id         an integer, 1 or more
  name       optional, ${describeLength(fields.personName)}
  uid        optional, the first badge: ${describeLength(fields.uid)}, unique in the company; case matters
  uids       optional, all badges, up to ${fields.uids.max}: a list, in CSV separated by spaces
  email      optional, unique in the company; case does not matter
  language   optional, ${languageTags.join(', ')}: the language of pushes
  deleted    optional; true removes the user

${IMPORT_RULES}`;

const addImport = (users: Command, withSession: WithSession): void => {
  withImportOptions(users.command('import <file>'))
    .description('import a file that creates, changes and removes users')
    .addHelpText('after', example('import --local users.csv', FILE_HELP))
    .action(
      withSession(async (session, options: ImportOptions, file: string) => {
        if (options.dryRun) {
          const dryRun = makeDryRunUsers(session.users);
          const remove = async (ref: UserRef) => (await dryRun.change(ref, () => undefined)).outcome;
          return importFile(session, makeUserImporter({ users: dryRun, removeUser: remove }), file, options);
        }
        const audit = await session.openAudit();
        const { requestId: importId } = audit;
        const stores = {
          users: audit.users,
          removeUser: makeRemoveUser({ ...audit, importId }),
          audited: auditUser(audit, importId),
        };
        return importFile(session, makeUserImporter(stores), file, options, auditFile(audit, 'users.import'));
      }),
    );
};

const addShow = (users: Command, withSession: WithSession): void => {
  withCompany(users.command('show'))
    .description('one user')
    .option('--id <id>', 'the user with this id', readUserId)
    .option('--uid <uid>', 'the user with this badge', readUid)
    .option('--email <address>', 'the user with this e-mail address', readEmail)
    .addHelpText('after', example('show --local --company demo --email ada@demo.example'))
    .action(
      withSession(async (session, { company, ...identifiers }: { company: string } & Identifiers) => {
        const user = await findUser(session.users, company, identifiers);
        session.print(viewChangedBy(user), formatUser);
      }),
    );
};

interface ListOptions {
  readonly company: string;
  readonly prefix?: string;
}

const readAll = async (
  users: UserStore,
  query: Pick<UserListQuery, 'companyId' | 'prefix'>,
): Promise<UserProfile[]> => {
  const all: UserProfile[] = [];
  let next: string | undefined;
  do {
    const page = await listUsers(users, { ...query, limit: USERS_PER_PAGE, next });
    all.push(...page.items);
    ({ next } = page);
  } while (next !== undefined);
  return all;
};

const addList = (users: Command, withSession: WithSession): void => {
  withCompany(users.command('list'))
    .description("a company's users in the order of their ids, without their devices")
    .option('--prefix <text>', 'only those whose id, uid or e-mail address begins with it')
    .addHelpText('after', example('list --local --company demo --prefix ada@'))
    .action(
      withSession(async (session, { company, prefix }: ListOptions) => {
        const found = await readAll(session.users, { companyId: company, ...(prefix !== undefined && { prefix }) });
        session.print(found, formatUsers);
      }),
    );
};

const addExport = (users: Command, withSession: WithSession): void => {
  withUser(users.command('export'))
    .description('everything kept about one user, as JSON: the user, devices, bookings, check-ins and log entries')
    .addHelpText('after', example('export --local --company demo --user 1'))
    .action(
      withSession(async (session, options: UserOptions) => {
        const exported = await exportUser(await session.openAudit(), toUserRef(options));
        session.print(exported, (value) => JSON.stringify(value, undefined, 2));
      }),
    );
};

const REMOVE_HELP = `
Permanently removes name, identifiers, devices, bookings and the check-in entries of the log; badges and e-mail address are free
again.
Entries of administrative actions stay, with the user's id only. A removal that was interrupted is finished by a repeat.`;

const addRemove = (users: Command, withSession: WithSession): void => {
  withUser(users.command('remove'))
    .description('remove a user and everything kept about the user')
    .addHelpText('after', example('remove --local --company demo --user 1', REMOVE_HELP))
    .action(
      withSession(async (session, options: UserOptions) => {
        const ref = toUserRef(options);
        await session.confirm(
          `This removes the user ${ref.userId} of ${ref.companyId}, with bookings and log entries, permanently.`,
        );
        const { isRemoved: _, ...removed } = await removeUser(await session.openAudit(), ref);
        const view = { ...ref, removed };
        session.print(
          view,
          ({ userId }) =>
            `Removed the user ${userId}, with ${removed.bookings} bookings and ${removed.logEntries} log entries.`,
        );
      }),
    );
};

/** The noun `users`: the people who badge. */
export const addUsers = (users: Command, withSession: WithSession): void => {
  users.usage('<verb> [options]').addHelpText('after', example('import --local users.csv'));
  addImport(users, withSession);
  addShow(users, withSession);
  addList(users, withSession);
  addExport(users, withSession);
  addRemove(users, withSession);
};
