import { useState } from 'preact/hooks';
import type { InvitationView, MemberView } from '../../../../../shared/console-api/members.ts';
import type { BodyOf, ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import type { Role } from '../../../../../shared/rules/roles.ts';
import { type Action, actionsColumn } from '../../components/actions.tsx';
import { DataTable, ListTable } from '../../components/table.tsx';
import { openDialog } from '../../components/dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { focusHeading } from '../../components/focus.ts';
import { announce, ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, PageHeader } from '../../components/page.tsx';
import { useAttempt, useList } from '../../components/use-load.ts';
import { useTexts } from '../../language/language.ts';
import { ignoreError, useMember } from '../../api/connection.ts';
import { InvitedDialog, InviteDialog, inviteeOf, RoleDialog } from './member-dialogs.tsx';

/** For members who change their own membership: they may see other pages than before. */
const startAgain = (): undefined => {
  location.assign('/console/');
};

export const MembersPage = () => {
  const t = useTexts('members');
  const { call, me } = useMember();
  /** The most recently read page of the list. Every page contains all invitations. */
  const [page, setPage] = useState<ResponseOf<'listMembers'>>();
  const list = useList<MemberView>('members', async (next, signal) => {
    const read = await call('listMembers', { query: { next }, signal });
    setPage(read);
    return read;
  });
  const { error, attempt } = useAttempt();

  const showInvited = (invitation: InvitationView): void =>
    openDialog(<InvitedDialog invitation={invitation} companyId={me.companyId} />);
  const invite = async (request: BodyOf<'inviteMember'>): Promise<undefined> => {
    showInvited(await call('inviteMember', { body: request }));
    list.reload();
  };
  /** Changes an invitation. Reads the invitations again afterwards, even if the change failed. */
  const change = async (action: () => Promise<void>): Promise<void> => {
    await attempt(action);
    list.reload();
  };
  const invitationActions = (invitation: InvitationView): readonly Action[] => {
    const target = inviteeOf(invitation);
    const request = { params: { invitationId: invitation.id } };
    const resend = async (): Promise<void> => showInvited(await call('resendInvitation', request));
    const withdraw = async (): Promise<void> => {
      await ignoreError(call('withdrawInvitation', request), 'invitation_not_found');
      focusHeading();
      announce(t.format(t.withdrawn, { who: target }));
    };
    return [
      { text: t.resend, target, onSelect: () => void change(resend) },
      { text: t.withdraw, target, onSelect: () => void change(withdraw), isDangerous: true },
    ];
  };

  const memberActions = ({ subject, email, role: currentRole }: MemberView): readonly Action[] => {
    const target = email ?? subject;
    const isSelf = subject === me.subject;
    const changeRole = async (role: Role): Promise<string | undefined> => {
      const changed = await call('changeMemberRole', { body: { subject, role } });
      if (isSelf) return startAgain();
      list.setItems((items) => items.map((item) => (item.subject === subject ? changed : item)));
      return t.format(t.changed, { who: target, role: t.roles[role] });
    };
    const remove = async (): Promise<string | undefined> => {
      await ignoreError(call('removeMember', { body: { subject } }), isSelf ? 'not_a_member' : 'member_not_found');
      if (isSelf) return startAgain();
      list.setItems((items) => items.filter((item) => item.subject !== subject));
      return t.format(t.removed, { who: target });
    };
    const warning = isSelf ? t.removeSelfWarning : t.removeWarning;
    return [
      {
        text: t.change,
        target,
        onSelect: () => openDialog(<RoleDialog who={target} role={currentRole} onSubmit={changeRole} />),
      },
      { text: t.remove, target, isDangerous: true, warning, onConfirm: remove },
    ];
  };

  return (
    <>
      <PageHeader title={t.titles.members} intro={t.intro}>
        <button
          type="button"
          class="primary"
          disabled={page === undefined}
          onClick={() => openDialog(<InviteDialog sendsMail={page?.sendsMail === true} onSubmit={invite} />)}
        >
          {t.invite}
        </button>
      </PageHeader>
      <ListTable
        name={t.titles.members}
        list={list}
        empty={<EmptyState title={t.emptyTitle}>{t.empty}</EmptyState>}
        showsTimes
        rowKey={({ subject }) => subject}
        columns={[
          {
            header: t.columns.member,
            cell: ({ email, subject }) => (
              <span title={subject}>
                {email ?? subject} {subject === me.subject && <span class="hint">({t.you})</span>}
              </span>
            ),
          },
          { header: t.role, class: 'state', cell: ({ role }) => t.roles[role] },
          { header: t.columns.since, cell: ({ createdAt }) => <Moment value={createdAt} /> },
          ...actionsColumn(t.actions, memberActions),
        ]}
      />
      <ErrorNotice error={error} />
      {page !== undefined && page.invitations.length > 0 && (
        <>
          <h2>{t.invitations}</h2>
          <DataTable
            name={t.invitations}
            rows={page.invitations}
            rowKey={({ id }) => id}
            columns={[
              { header: t.columns.invited, cell: inviteeOf },
              { header: t.role, class: 'state', cell: ({ role }) => t.roles[role] },
              { header: t.columns.invitedBy, cell: ({ invitedBy }) => invitedBy },
              {
                header: t.columns.until,
                cell: ({ endsAt }) => (
                  <>
                    <Moment value={endsAt} />
                    {Date.parse(endsAt) <= Date.now() && <span class="sub">{t.expired}</span>}
                  </>
                ),
              },
              ...actionsColumn(t.actions, invitationActions),
            ]}
          />
        </>
      )}
    </>
  );
};
