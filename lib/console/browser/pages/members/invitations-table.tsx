import type { JSX } from 'preact';
import type { InvitationView } from '../../../../../shared/console-api/members.ts';
import { DataTable, actionsColumn } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { useTexts } from '../../language/language.ts';
import { inviteeOf } from './member-dialogs.tsx';
import { membersMessages } from './members-messages.ts';

interface InvitationsTableProps {
  readonly invitations: readonly InvitationView[];
  readonly onResend: (invitation: InvitationView) => void;
  readonly onWithdraw: (invitation: InvitationView) => void;
}

/** The invitations that nobody has accepted yet, ended ones too, because they can be sent again. */
export const InvitationsTable = ({ invitations, onResend, onWithdraw }: InvitationsTableProps): JSX.Element => {
  const t = useTexts(membersMessages);
  return (
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
                {Date.parse(endsAt) <= Date.now() && <span class="sub">{t.ended}</span>}
              </>
            ),
          },
          ...actionsColumn(t.actions, (invitation: InvitationView) => [
            { text: t.resend, of: inviteeOf(invitation), onSelect: () => onResend(invitation) },
            {
              text: t.withdraw,
              of: inviteeOf(invitation),
              onSelect: () => onWithdraw(invitation),
              isDangerous: true,
            },
          ]),
        ]}
      />
    </>
  );
};
