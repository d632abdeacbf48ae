import type { ClientView, SecretView } from '../../../../../shared/console-api/clients.ts';
import { Moment, MomentAgo } from '../../components/moment.tsx';
import { Badge } from '../../components/page.tsx';
import { useTexts } from '../../language/language.ts';
import { lastEndOf } from './client-lists.ts';

const TONES = {
  disabled: 'bad',
  silent: 'bad',
  /** The last secret expires soon. */
  ends: 'warn',
  two_secrets: 'warn',
  never: 'plain',
  enabled: 'good',
} as const;

/** The time that is shown with a status, if any. */
const momentOf = (client: ClientView): string | undefined => {
  const { status, silentSince, lastSeenAt } = client;
  if (status === 'silent') return lastSeenAt ?? silentSince;
  return status === 'ends' ? lastEndOf(client) : undefined;
};

/** The last four characters of a secret, as buttons and messages show them. */
export const last4Of = ({ last4 }: Pick<SecretView, 'last4'>): string => `…${last4}`;

export const ClientStatus = ({ client }: { readonly client: ClientView }) => {
  const t = useTexts('clients');
  const moment = momentOf(client);
  return (
    <Badge tone={TONES[client.status]}>
      {/* One box, so that a status on two lines reads as one text. */}
      <span>
        {t.states[client.status]} {moment !== undefined && <Moment value={moment} style="relative" />}
      </span>
    </Badge>
  );
};

/** "old" or "new" while two secrets are live. */
export const ageOf = (client: ClientView, secret: SecretView): 'old' | 'new' | undefined => {
  if (client.secrets.length < 2) return undefined;
  return client.secrets.some((other) => other.createdAt > secret.createdAt) ? 'old' : 'new';
};

/** A time with a precision of one hour, or "never". */
export const LastUse = ({ moment }: { readonly moment: string | undefined }) => {
  const t = useTexts();
  return moment === undefined ? <span class="hint">{t.never}</span> : <MomentAgo value={moment} style="hours" />;
};
