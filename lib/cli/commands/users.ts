import type { User, UserProfile } from '../../../shared/domain/user.ts';
import { badgesOf } from '../../../shared/domain/identifiers.ts';
import { userAttributeNames, type UserAttributeName } from '../../../shared/rules/attributes.ts';
import { formatFacts, tableOf } from '../formatting/table.ts';
import { languageTags } from '../../../shared/rules/languages.ts';
import { IMPORT_RULES, importFile, importOptions } from '../import-file.ts';
import { makeAuditedUserImporter, makeDryRunUserImporter } from '../../../shared/use-cases/import/user-records.ts';
import { exportUser, viewStored } from '../../../shared/use-cases/users/export-user.ts';
import { findUser } from '../../../shared/use-cases/users/find-users.ts';
import { searchByText, type SearchPosition } from '../../../shared/use-cases/users/search-by-text.ts';
import { viewProfile } from '../../../shared/use-cases/users/view-user.ts';
import { companyExists } from '../../../shared/use-cases/import/new-companies.ts';
import { removeUser } from '../../../shared/use-cases/users/remove-user.ts';
import { companyOption, optional, selectUserOptions, toIdentifiers, toUserRef, userOptions } from '../cli-option.ts';
import { readPages } from '../read-pages.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { describeLength } from '../../../shared/rules/read-value.ts';
import { nounWithVerbs, verb } from '../verb.ts';

/** The attributes as people see them: `uid` is one of the badges. */
const shownNames = userAttributeNames.filter((name) => name !== 'uid');

const labels: Readonly<Partial<Record<UserAttributeName, string>>> = { uids: 'badges', email: 'e-mail' };
const labelOf = (name: UserAttributeName): string => labels[name] ?? name;

const textOf = (user: UserProfile, name: UserAttributeName): string | undefined =>
  name === 'uids' ? badgesOf(user).join(', ') : user[name];

const formatUser = (user: Omit<User, 'changedBy'>): string =>
  formatFacts({
    company: user.companyId,
    id: String(user.id),
    ...Object.fromEntries(shownNames.map((name) => [labelOf(name), textOf(user, name)])),
    devices: user.devices.join('\n'),
  });

const formatUsers = tableOf<UserProfile>(
  {
    ID: ({ id }) => id,
    ...Object.fromEntries(
      shownNames.map((name) => [labelOf(name).toUpperCase(), (user: UserProfile) => textOf(user, name)]),
    ),
  },
  'No users.',
);

const fieldHelp: Readonly<Record<UserAttributeName, string>> = {
  name: describeLength(fields.personName),
  uid: `the first badge: ${describeLength(fields.uid)}, unique in the company; case matters`,
  uids: `all badges, up to ${fields.uids.max}: a list; in a cell, separated by spaces or line feeds`,
  email: 'unique in the company; case does not matter',
  language: `the language of pushes, such as ${languageTags.join(', ')}`,
};

/** The number of users that one call to DynamoDB reads. A call reads at most 1 MB, and a user takes about 100 bytes. */
const USERS_PER_PAGE = 5_000;

const FILE_HELP = `
The file is a workbook (.xlsx) or CSV (.csv, .tsv, .txt) with a header row, or one JSON object per line (.ndjson, .jsonl):
  companyId  ${describeLength(fields.companyId)}
  id         an integer, 1 or more
${userAttributeNames.map((name) => `  ${name.padEnd(9)}  optional, ${fieldHelp[name]}`).join('\n')}
  deleted    optional; true removes the user

${IMPORT_RULES}`;

const importUsers = verb({
  name: 'import <file>',
  description: 'import a file that creates, changes and removes users',
  options: importOptions,
  example: '--local users.csv',
  help: FILE_HELP,
  run: (session, options, file) =>
    importFile(session, 'users.import', file, options, (audit) =>
      audit
        ? makeAuditedUserImporter({ ...audit, importId: audit.requestId }, options.company)
        : makeDryRunUserImporter(session, options.company),
    ),
});

const show = verb({
  name: 'show',
  description: 'show one user',
  options: selectUserOptions,
  example: '--local --company demo --email ada@demo.example',
  run: async (session, { company, ...options }) =>
    session.print(viewStored(await findUser(session.users, company, toIdentifiers(options))), formatUser),
});

const LIST_HELP = `
Without --search, the users are in the order of their ids.`;

const list = verb({
  name: 'list',
  description: "list a company's users",
  options: [
    companyOption,
    optional('--search <text>', 'only users whose id, badge, e-mail address or name matches', fields.search),
  ],
  example: '--local --company demo --search ada',
  help: LIST_HELP,
  run: async (session, { company, search }) => {
    const limit = USERS_PER_PAGE;
    const listAll = () =>
      readPages((after?: number) => session.users.listByCompany(company, { limit, ...(after && { after }) }));
    const listMatches = (query: string) =>
      readPages((next?: SearchPosition) => searchByText(session, { companyId: company, limit, query, next }));
    const listed: readonly UserProfile[] = await (search === undefined ? listAll() : listMatches(search));
    session.print(listed.map(viewProfile), formatUsers);
    if (listed.length === 0 && !(await companyExists(session, company)))
      session.warn(`Nothing is known of the company ${company}: it has neither API clients nor people.`);
  },
});

const exportOne = verb({
  name: 'export',
  description: 'print all data about one user as JSON: the user, devices, bookings, check-ins and log entries',
  options: userOptions,
  example: '--local --company demo --user 1',
  run: async (session, options) => {
    const exported = await exportUser(await session.openAudit(), toUserRef(options));
    session.print(exported, (value) => JSON.stringify(value, undefined, 2));
  },
});

const REMOVE_HELP = `
Permanently removes the user's name, identifiers, devices, bookings and check-in log entries. Another user can then get
the badges and the e-mail address. Log entries of administrative actions stay, but contain only the user's id. If a
removal is interrupted, run the command again to finish it.`;

const remove = verb({
  name: 'remove',
  description: 'remove a user and all data about the user',
  options: userOptions,
  example: '--local --company demo --user 1',
  help: REMOVE_HELP,
  run: async (session, options) => {
    const ref = toUserRef(options);
    await session.confirm(
      `This removes the user ${ref.userId} of ${ref.companyId}, with bookings and log entries, permanently.`,
    );
    const { isRemoved: _, ...removed } = await removeUser(await session.openAudit(), ref);
    const { bookings, logEntries } = removed;
    session.print(
      { ...ref, removed },
      ({ userId }) => `Removed the user ${userId}, with ${bookings} bookings and ${logEntries} log entries.`,
    );
  },
});

export const defineNoun = nounWithVerbs('import --local users.csv', [importUsers, show, list, exportOne, remove]);
