import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { InvitationView, MemberView } from '../../../../../shared/console-api/members.ts';
import type { ResponseOf } from '../../../../../shared/console-api/schemas.ts';
import { actionName } from '../../components/actions.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, actionsColumn } from '../../components/data-table.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, PageHeader } from '../../components/page-header.tsx';
import { announce } from '../../components/status.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { useList } from '../../components/use-list.ts';
import { useTexts } from '../../language/language.ts';
import { useMember } from '../../session/member.ts';
import { InviteDialog, InvitedDialog, inviteeOf, RoleDialog } from './member-dialogs.tsx';
import { membersMessages } from './members-messages.ts';

const nameOf = (member: MemberView): string => member.email ?? member.subject;

export const MembersPage = (): JSX.Element => {
  const t = useTexts(membersMessages);
  const { call, me } = useMember();
  /** The most recently read page of the list. Every page contains all invitations. */
  const [page, setPage] = useState<ResponseOf<'listMembers'>>();
  const list = useList<MemberView>('members', async (next, signal) => {
    const read = await call('listMembers', { query: { next }, signal });
    setPage(read);
    return read;
  });
  const [dialog, open] = useState<JSX.Element>();
  const close = (): void => open(undefined);
  const { error, attempt } = useAttempt();

  const showInvited = (invitation: InvitationView): void =>
    open(<InvitedDialog invitation={invitation} companyId={me.companyId} onClose={close} />);
  const invite = (sendsMail: boolean): void =>
    open(
      <InviteDialog
        sendsMail={sendsMail}
        onClose={close}
        onInvite={async (request) => {
          showInvited(await call('inviteMember', { body: request }));
          list.reload();
        }}
      />,
    );
  const resend = async ({ id }: InvitationView): Promise<void> =>
    showInvited(await call('resendInvitation', { params: { invitationId: id } }));
  const withdraw = async (invitation: InvitationView): Promise<void> => {
    await call('withdrawInvitation', { params: { invitationId: invitation.id } });
    announce(t.withdrawn(inviteeOf(invitation)));
  };
  /** Changes an invitation. Reads the invitations again afterwards, even if the change failed. */
  const change = async (action: () => Promise<void>): Promise<void> => {
    await attempt(action);
    list.reload();
  };

  const changeRole = (member: MemberView): void =>
    open(
      <RoleDialog
        who={nameOf(member)}
        role={member.role}
        onClose={close}
        onChange={async (role) => {
          const changed = await call('changeMemberRole', { body: { subject: member.subject, role } });
          list.setItems((items) => items.map((item) => (item.subject === member.subject ? changed : item)));
          close();
          announce(t.changed(nameOf(member), t.roles[role]));
        }}
      />,
    );
  const remove = (member: MemberView): void =>
    open(
      <ConfirmDialog
        title={actionName(t.remove, nameOf(member))}
        warning={member.subject === me.subject ? t.removeSelfWarning : t.removeWarning}
        action={t.remove}
        onClose={close}
        onConfirm={async () => {
          await call('removeMember', { body: { subject: member.subject } });
          list.setItems((items) => items.filter((item) => item.subject !== member.subject));
          close();
          announce(t.removed(nameOf(member)));
        }}
      />,
    );

  return (
    <>
      <PageHeader title={t.titles.members} intro={t.intro}>
        <button
          type="button"
          class="primary"
          disabled={page === undefined}
          onClick={() => invite(page?.sendsMail === true)}
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
            cell: (member) => (
              <span title={member.subject}>
                {nameOf(member)} {member.subject === me.subject && <span class="hint">({t.you})</span>}
              </span>
            ),
          },
          { header: t.role, class: 'state', cell: ({ role }) => t.roles[role] },
          { header: t.columns.since, cell: ({ createdAt }) => <Moment value={createdAt} /> },
          ...actionsColumn(t.actions, (member: MemberView) => [
            { text: t.change, target: nameOf(member), onSelect: () => changeRole(member) },
            { text: t.remove, target: nameOf(member), onSelect: () => remove(member), isDangerous: true },
          ]),
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
              ...actionsColumn(t.actions, (one: InvitationView) => {
                const target = inviteeOf(one);
                return [
                  { text: t.resend, target, onSelect: () => void change(() => resend(one)) },
                  { text: t.withdraw, target, onSelect: () => void change(() => withdraw(one)), isDangerous: true },
                ];
              }),
            ]}
          />
        </>
      )}
      {dialog}
    </>
  );
};
