import type { Command } from 'commander';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { type Member } from '../../../shared/domain/member.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { addMember, removeMember } from '../../../shared/use-cases/members/change-members.ts';
import { CliOption, neededOption } from '../cli-option.ts';
import type { ConsoleAccounts } from '../stores.ts';
import { exampleOf } from '../example.ts';
import type { Table } from '../formatting/table.ts';
import { UsageError } from '../operator-error.ts';
import { readCompanyId, readEmail, readSubject } from '../option-values.ts';
import type { WithSession } from '../session.ts';
import { type Role, roles } from '../../../shared/rules/roles.ts';

const example = exampleOf('members');

interface AddOptions {
  readonly company: string;
  readonly role: Role;
  readonly email?: string;
  readonly subject?: string;
}

const viewMember = (companyId: string, { issuer, subject, email, role, createdAt }: Member) => ({
  companyId,
  issuer,
  subject,
  ...(email !== undefined && { email }),
  role,
  createdAt: formatDateTime(createdAt),
});
type MemberView = ReturnType<typeof viewMember>;

const formatMember = ({ companyId, subject, email, role, createdAt }: MemberView): string =>
  `${companyId}  ${role.padEnd(7)}  ${subject}${email === undefined ? '' : `  ${email}`}  since ${createdAt}`;

const formatMembers = (members: readonly MemberView[]): string | Table =>
  members.length === 0
    ? 'No members.'
    : {
        columns: ['COMPANY', 'ROLE', 'SUBJECT', 'E-MAIL', 'SINCE'],
        rows: members.map(({ companyId, role, subject, email = '', createdAt }) => [
          companyId,
          role,
          subject,
          email,
          createdAt,
        ]),
      };

const findSubject = async ({ invite, issuer }: ConsoleAccounts, { email, subject }: AddOptions): Promise<string> => {
  if (subject !== undefined) return subject;
  if (email === undefined)
    throw new UsageError('Name the member: --email, or --subject with the subject of an account.');
  if (invite) return invite(email);
  throw new UsageError(`${issuer} sends no invitations: use --subject with the subject (sub) of the account there.`);
};

const ADD_HELP = `
With the stack's own user pool, --email sends an invitation. With another issuer, --subject names an account of it: the
console shows it to a signed-in person who is not a member yet. On the local service --email is enough.`;

const addAdd = (members: Command, withSession: WithSession): void => {
  members
    .command('add')
    .description('let somebody use the console for a company')
    .addOption(neededOption('--company <id>', 'the company', readCompanyId))
    .addOption(new CliOption('--role <role>', 'what the member may do').choices(roles).needed())
    .option('--email <address>', 'the address to invite', readEmail)
    .option('--subject <subject>', 'the account, if no invitation is sent', readSubject)
    .addHelpText(
      'after',
      example('add --stack checkin-prod --company acme --role owner --email ana@acme.example', ADD_HELP),
    )
    .action(
      withSession(async (session, options: AddOptions) => {
        const { company, role, email } = options;
        const accounts = await session.findConsole();
        const subject = await findSubject(accounts, options);
        const { issuer, warning } = accounts;
        if (warning !== undefined) session.warn(warning);
        const member = { issuer, subject, role, ...(email !== undefined && { email }) };
        const added = await addMember(await session.openAudit(), company, member);
        session.print(viewMember(company, added), formatMember);
      }),
    );
};

const addList = (members: Command, withSession: WithSession): void => {
  members
    .command('list')
    .description('all members, or those of one company, in the order in which they were added')
    .option('--company <id>', 'only those of this company; without it the whole table is read', readCompanyId)
    .addHelpText('after', example('list --local --company demo'))
    .action(
      withSession(async (session, { company }: { company?: string }) => {
        const store = session.members;
        const rosters = company === undefined ? await store.listRosters() : [await store.findRoster(company)];
        const views = rosters.flatMap((roster) => roster.members.map((member) => viewMember(roster.companyId, member)));
        session.print(views, formatMembers);
      }),
    );
};

const addRemove = (members: Command, withSession: WithSession): void => {
  members
    .command('remove')
    .description('remove a member; their next request is refused')
    .addOption(neededOption('--company <id>', 'the company', readCompanyId))
    .addOption(neededOption('--subject <subject>', 'the member, as members list shows it', readSubject))
    .addHelpText('after', example('remove --local --company demo --subject Vic'))
    .action(
      withSession(async (session, { company: companyId, subject }: { company: string; subject: string }) => {
        const roster = await session.members.findRoster(companyId);
        // Removes members of any issuer, also of one that the console no longer uses.
        const found = roster.members.filter((member) => member.subject === subject);
        if (found.length === 0) throw new UseCaseError('member_not_found', { subject });
        await session.confirm(`This removes ${subject} from the members of ${companyId}.`);
        const context = await session.openAudit();
        for (const member of found) await removeMember(context, companyId, member);
        session.print({ companyId, subject, removed: true }, () => `Removed ${subject} from ${companyId}.`);
      }),
    );
};

/** The noun `members`: the people who may use the console. */
export const addMembers = (members: Command, withSession: WithSession): void => {
  members.usage('<verb> [options]').addHelpText('after', example('list --local'));
  addAdd(members, withSession);
  addList(members, withSession);
  addRemove(members, withSession);
};
