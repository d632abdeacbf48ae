import { useLayoutEffect } from 'preact/hooks';
import type { CallApi } from '../api/connection.ts';
import { LeaveCompany } from '../components/leave-company.tsx';
import { formatMoment } from '../components/moment.tsx';
import { ErrorNotice, Notice } from '../components/notice.tsx';
import { useAttempt, useLoad } from '../components/use-load.ts';
import { actionName, useLanguage, useTexts } from '../language/language.ts';

interface InvitationsProps {
  readonly call: CallApi;
  /** The company that the person must leave before they can accept. */
  readonly ownCompany?: string | undefined;
  readonly onAccepted: () => void;
  /** Called with whether there is an invitation, as soon as that is known. */
  readonly onRead?: (isInvited: boolean) => void;
}

/** Shows the open invitations of the signed-in person, if there are any. */
export const Invitations = ({ call, ownCompany, onAccepted, onRead }: InvitationsProps) => {
  const t = useTexts('shell');
  const language = useLanguage();
  const { data, error, reload } = useLoad('invitations', (signal) =>
    call('listMyInvitations', { signal, maxAttempts: 2 }),
  );
  const accepting = useAttempt();
  const accept = async (id: string): Promise<void> => {
    if (await accepting.attempt(() => call('acceptInvitation', { params: { invitationId: id } }))) onAccepted();
    else reload();
  };
  const invitations = (data?.items ?? []).filter(({ companyId }) => companyId !== ownCompany);
  const isInvited = data && invitations.length > 0;
  useLayoutEffect(() => {
    if (isInvited !== undefined) onRead?.(isInvited);
  }, [isInvited]);
  return (
    <>
      {ownCompany === undefined && <ErrorNotice error={error} onRetry={reload} />}
      <ErrorNotice error={accepting.error} />
      {invitations.map((invitation) => (
        <Notice key={invitation.id} tone="info">
          <p>
            {t.format(t.invitedTo, {
              company: invitation.companyId,
              role: t.roles[invitation.role],
              by: invitation.invitedBy,
              until: formatMoment(invitation.endsAt, language, 'zoned'),
            })}
          </p>
          {ownCompany === undefined ? (
            <button
              type="button"
              class="primary"
              aria-label={actionName(t.accept, invitation.companyId)}
              onClick={() => void accept(invitation.id)}
            >
              {t.accept}
            </button>
          ) : (
            <>
              <p class="hint">{t.format(t.leaveFirst, { own: ownCompany })}</p>
              <LeaveCompany call={call} companyId={ownCompany} />
            </>
          )}
        </Notice>
      ))}
    </>
  );
};
