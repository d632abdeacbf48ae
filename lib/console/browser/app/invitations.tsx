import type { JSX } from 'preact';
import type { MyInvitation } from '../../../../shared/console-api/me.ts';
import type { ConsoleApi } from '../api/console-api.ts';
import { actionName } from '../components/actions.tsx';
import { LeaveCompany } from '../components/leave-company.tsx';
import { formatMoment } from '../components/moment.tsx';
import { ErrorNotice, Notice } from '../components/notice.tsx';
import { useAttempt } from '../components/use-attempt.ts';
import { useLoad } from '../components/use-load.ts';
import { useLanguage, useTexts } from '../language/language.ts';
import { shellMessages } from './shell-messages.ts';

interface InvitationsProps {
  readonly api: Pick<ConsoleApi, 'listMyInvitations' | 'acceptInvitation' | 'leaveCompany'>;
  /** The company that the person must leave before they can accept. */
  readonly ownCompany?: string | undefined;
  readonly onAccepted: () => void;
}

/** Shows the open invitations of the signed-in person, if there are any. */
export const Invitations = ({ api, ownCompany, onAccepted }: InvitationsProps): JSX.Element => {
  const t = useTexts(shellMessages);
  const language = useLanguage();
  const { data, error, reload } = useLoad('invitations', api.listMyInvitations);
  const accepting = useAttempt();
  const accept = async ({ id }: MyInvitation): Promise<void> => {
    if (await accepting.attempt(() => api.acceptInvitation(id))) onAccepted();
    else reload();
  };
  const invitations = (data?.items ?? []).filter(({ companyId }) => companyId !== ownCompany);
  return (
    <>
      {ownCompany === undefined && <ErrorNotice error={error} onRetry={reload} />}
      <ErrorNotice error={accepting.error} />
      {invitations.map((invitation) => (
        <Notice key={invitation.id} kind="info">
          <p>
            {t.invitedTo(
              invitation.companyId,
              t.roles[invitation.role],
              invitation.invitedBy,
              formatMoment(invitation.endsAt, language, 'full'),
            )}
          </p>
          {ownCompany === undefined ? (
            <button
              type="button"
              class="primary"
              aria-label={actionName(t.accept, invitation.companyId)}
              onClick={() => void accept(invitation)}
            >
              {t.accept}
            </button>
          ) : (
            <>
              <p class="hint">{t.leaveFirst(ownCompany)}</p>
              <LeaveCompany api={api} companyId={ownCompany} />
            </>
          )}
        </Notice>
      ))}
    </>
  );
};
