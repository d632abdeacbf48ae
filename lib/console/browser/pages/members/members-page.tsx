import { Fragment, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { InvitationView, MemberView } from '../../../../../shared/console-api/members.ts';
import { named } from '../../components/actions.tsx';
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

type OpenDialog =
  | { readonly dialog: 'invite' }
  | { readonly dialog: 'invited'; readonly invitation: InvitationView }
  | { readonly dialog: 'role' | 'remove'; readonly member: MemberView };

const nameOf = (member: MemberView): string => member.email ?? member.subject;

export const MembersPage = (): JSX.Element => {
  const t = useTexts(membersMessages);
  const { api, me } = useMember();
  const [invitations, setInvitations] = useState<readonly InvitationView[]>([]);
  /** Unknown until the members have been read. */
  const [sendsMail, setSendsMail] = useState<boolean>();
  const list = useList<MemberView>('members', async (next, signal) => {
    const page = await api.listMembers({ next }, signal);
    setInvitations(page.invitations);
    setSendsMail(page.sendsMail);
    return page;
  });
  const [open, setOpen] = useState<OpenDialog>();
  const close = (): void => setOpen(undefined);
  const { error, attempt } = useAttempt();

  const dropInvitation = (id: string): void => setInvitations((before) => before.filter((one) => one.id !== id));
  const showInvited = (invitation: InvitationView): void => {
    list.reload();
    dropInvitation(invitation.id);
    setInvitations((before) => [...before, invitation]);
    setOpen({ dialog: 'invited', invitation });
  };
  const change = async (action: () => Promise<void>): Promise<void> => {
    if (!(await attempt(action))) list.reload();
  };
  const resend = async ({ id }: InvitationView): Promise<void> => showInvited(await api.resendInvitation(id));
  const withdraw = async (invitation: InvitationView): Promise<void> => {
    await api.withdrawInvitation(invitation.id);
    dropInvitation(invitation.id);
    announce(t.withdrawn(inviteeOf(invitation)));
  };

  const dialogOf = (one: OpenDialog): JSX.Element | undefined => {
    if (one.dialog === 'invite')
      return (
        <InviteDialog
          sendsMail={sendsMail === true}
          onClose={close}
          onInvite={async (request) => showInvited(await api.inviteMember(request))}
        />
      );
    if (one.dialog === 'invited')
      return <InvitedDialog invitation={one.invitation} companyId={me.companyId} onClose={close} />;
    const { member } = one;
    if (one.dialog === 'role')
      return (
        <RoleDialog
          who={nameOf(member)}
          role={member.role}
          onClose={close}
          onChange={async (role) => {
            const changed = await api.changeMemberRole({ subject: member.subject, role });
            list.setItems((items) => items.map((item) => (item.subject === member.subject ? changed : item)));
            close();
            announce(t.changed(nameOf(member), t.roles[role]));
          }}
        />
      );
    return (
      <ConfirmDialog
        title={named(t.remove, nameOf(member))}
        warning={member.subject === me.subject ? t.removeSelfWarning : t.removeWarning}
        action={t.remove}
        onClose={close}
        onConfirm={async () => {
          await api.removeMember(member.subject);
          list.setItems((items) => items.filter((item) => item.subject !== member.subject));
          close();
          announce(t.removed(nameOf(member)));
        }}
      />
    );
  };

  return (
    <>
      <PageHeader title={t.titles.members} intro={t.intro}>
        <button
          type="button"
          class="primary"
          disabled={sendsMail === undefined}
          onClick={() => setOpen({ dialog: 'invite' })}
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
          ...actionsColumn(t.actions, (member: MemberView) => {
            const choose = (dialog: 'role' | 'remove') => () => setOpen({ dialog, member });
            return [
              { text: t.change, target: nameOf(member), onSelect: choose('role') },
              { text: t.remove, target: nameOf(member), onSelect: choose('remove'), isDangerous: true },
            ];
          }),
        ]}
      />
      <ErrorNotice error={error} />
      {invitations.length > 0 && (
        <>
          <h2>{t.invitations}</h2>
          <DataTable
            name={t.invitations}
            rows={invitations}
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
      {open !== undefined && <Fragment key={open.dialog}>{dialogOf(open)}</Fragment>}
    </>
  );
};
