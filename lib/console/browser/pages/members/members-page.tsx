import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ListMembersResponse, MemberView } from '../../../../../shared/console-api/members.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Moment, ZoneNote } from '../../components/moment.tsx';
import { EmptyState, PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../components/pager.tsx';
import { announce } from '../../components/status.tsx';
import { useList } from '../../components/use-list.ts';
import { useMessages } from '../../language/language.ts';
import { pageTitles } from '../../navigation/page-titles.ts';
import { useMember } from '../../session/member.ts';
import { roleNames } from '../../session/role-names.ts';
import { InviteDialog, RoleDialog } from './member-dialogs.tsx';
import { membersMessages } from './members-messages.ts';

type OpenDialog = { readonly dialog: 'invite' } | { readonly dialog: 'role' | 'remove'; readonly member: MemberView };

const nameOf = (member: MemberView): string => member.email ?? member.subject;

export const MembersPage = (): JSX.Element => {
  const t = useMessages(membersMessages);
  const titles = useMessages(pageTitles);
  const roles = useMessages(roleNames);
  const { api, me } = useMember();
  const [addBy, setAddBy] = useState<ListMembersResponse['addBy']>();
  const list = useList<MemberView>('members', async (next, signal) => {
    const page = await api.listMembers({ next }, signal);
    setAddBy(page.addBy);
    return page;
  });
  const [open, setOpen] = useState<OpenDialog>();
  const close = (): void => setOpen(undefined);

  const dialogOf = (one: OpenDialog): JSX.Element | undefined => {
    if (one.dialog === 'invite')
      return (
        addBy && (
          <InviteDialog
            addBy={addBy}
            onClose={close}
            onInvite={async (request) => {
              const member = await api.addMember(request);
              list.setItems((items) => [...items, member]);
              close();
              announce(t.invited(nameOf(member)));
            }}
          />
        )
      );
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
            announce(t.changed(nameOf(member), roles[role]));
          }}
        />
      );
    return (
      <ConfirmDialog
        title={t.removeOf(nameOf(member))}
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
      <PageHeader title={titles.members} intro={t.intro}>
        <button type="button" class="primary" disabled={!addBy} onClick={() => setOpen({ dialog: 'invite' })}>
          {t.invite}
        </button>
      </PageHeader>
      {list.items?.length === 0 && <EmptyState title={t.emptyTitle}>{t.empty}</EmptyState>}
      {list.items !== undefined && list.items.length > 0 && (
        <>
          <DataTable
            name={titles.members}
            rows={list.items}
            rowKey={({ subject }) => subject}
            columns={[
              {
                header: t.columns.member,
                cell: (member) => (
                  <>
                    {nameOf(member)} {member.subject === me.subject && <span class="hint">({t.you})</span>}
                    {member.email !== undefined && <span class="sub code">{member.subject}</span>}
                  </>
                ),
              },
              { header: t.columns.role, cell: ({ role }) => roles[role] },
              { header: t.columns.since, cell: ({ createdAt }) => <Moment value={createdAt} /> },
              {
                header: t.columns.actions,
                class: 'actions-cell',
                cell: (member) => (
                  <div class="row-actions">
                    <button
                      type="button"
                      class="small"
                      aria-label={t.changeOf(nameOf(member))}
                      onClick={() => setOpen({ dialog: 'role', member })}
                    >
                      {t.change}
                    </button>
                    <button
                      type="button"
                      class="quiet danger"
                      aria-label={t.removeOf(nameOf(member))}
                      onClick={() => setOpen({ dialog: 'remove', member })}
                    >
                      {t.remove}
                    </button>
                  </div>
                ),
              },
            ]}
          />
          <ZoneNote />
        </>
      )}
      <Pager list={list} />
      {open !== undefined && <div key={open.dialog}>{dialogOf(open)}</div>}
    </>
  );
};
