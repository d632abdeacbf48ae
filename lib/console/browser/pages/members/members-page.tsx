import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { InvitationView, ListMembersResponse, MemberView } from '../../../../../shared/console-api/members.ts';
import { named } from '../../components/actions.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { actionsColumn } from '../../components/data-table.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { EmptyState, PageHeader } from '../../components/page-header.tsx';
import { announce } from '../../components/status.tsx';
import { useList } from '../../components/use-list.ts';
import { useTexts } from '../../language/language.ts';
import { useMember } from '../../session/member.ts';
import { InvitationsTable } from './invitations-table.tsx';
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
  const [offers, setOffers] = useState<Pick<ListMembersResponse, 'invitations' | 'sendsMail'>>();
  const list = useList<MemberView>('members', async (next, signal) => {
    const page = await api.listMembers({ next }, signal);
    setOffers(page);
    return page;
  });
  const [open, setOpen] = useState<OpenDialog>();
  const close = (): void => setOpen(undefined);

  const replace = (id: string, ...invitations: InvitationView[]): void =>
    setOffers(
      (before) =>
        before && {
          ...before,
          invitations: [...before.invitations.filter((one) => one.id !== id), ...invitations],
        },
    );
  const show = (invitation: InvitationView): void => {
    list.reload();
    replace(invitation.id, invitation);
    setOpen({ dialog: 'invited', invitation });
  };
  const [failure, setFailure] = useState<Error>();
  const attempt = (change: Promise<void>): void => {
    setFailure(undefined);
    change.catch((error: Error) => {
      setFailure(error);
      list.reload();
    });
  };
  const resend = async ({ id }: InvitationView): Promise<void> => show(await api.resendInvitation(id));
  const withdraw = async (invitation: InvitationView): Promise<void> => {
    await api.withdrawInvitation(invitation.id);
    replace(invitation.id);
    announce(t.withdrawn(inviteeOf(invitation)));
  };

  const dialogOf = (one: OpenDialog): JSX.Element | undefined => {
    if (one.dialog === 'invite')
      return (
        offers && (
          <InviteDialog
            sendsMail={offers.sendsMail}
            onClose={close}
            onInvite={async (request) => show(await api.inviteMember(request))}
          />
        )
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
        <button type="button" class="primary" disabled={!offers} onClick={() => setOpen({ dialog: 'invite' })}>
          {t.invite}
        </button>
      </PageHeader>
      <ListTable
        name={t.titles.members}
        list={list}
        empty={<EmptyState title={t.emptyTitle}>{t.empty}</EmptyState>}
        hasMoments
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
              { text: t.change, of: nameOf(member), onSelect: choose('role') },
              { text: t.remove, of: nameOf(member), onSelect: choose('remove'), isDangerous: true },
            ];
          }),
        ]}
      />
      {failure !== undefined && <ErrorNotice error={failure} />}
      {offers !== undefined && offers.invitations.length > 0 && (
        <InvitationsTable
          invitations={offers.invitations}
          onResend={(one) => attempt(resend(one))}
          onWithdraw={(one) => attempt(withdraw(one))}
        />
      )}
      {open !== undefined && <div key={open.dialog}>{dialogOf(open)}</div>}
    </>
  );
};
