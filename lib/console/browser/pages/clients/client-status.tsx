import type { JSX } from 'preact';
import type { ClientView, SecretView } from '../../../../../shared/console-api/clients.ts';
import { Moment } from '../../components/moment.tsx';
import { Badge } from '../../components/page-header.tsx';
import { useMessages } from '../../language/language.ts';
import { clientsMessages } from './clients-messages.ts';

const HOUR_MS = 3_600_000;
/** A secret that ends within this time is worth a warning. */
const NOTICE_MS = 30 * 24 * HOUR_MS;

/** When a client last logged in or refreshed its tokens, to the hour. */
export const lastSeenOf = ({ secrets }: ClientView): string | undefined =>
  secrets
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .toSorted()
    .at(-1);

export type ClientState =
  | { readonly state: 'disabled' | 'never' | 'enabled' }
  | { readonly state: 'ends'; readonly endsAt: string };

/** What matters most about a client: whether it works at all, then whether it will stop to. */
export const stateOf = (client: ClientView, now: number): ClientState => {
  if (!client.enabled) return { state: 'disabled' };
  // Without a secret that has no end, the gate stops when the last one ends.
  const endsAt = client.secrets.every((one) => one.endsAt !== undefined)
    ? client.secrets
        .flatMap((one) => one.endsAt ?? [])
        .toSorted()
        .at(-1)
    : undefined;
  if (endsAt !== undefined && Date.parse(endsAt) - now < NOTICE_MS) return { state: 'ends', endsAt };
  return { state: lastSeenOf(client) === undefined ? 'never' : 'enabled' };
};

const TONES = { disabled: 'bad', ends: 'warn', never: 'plain', enabled: 'good' } as const;

export const ClientStatus = ({ client }: { readonly client: ClientView }): JSX.Element => {
  const t = useMessages(clientsMessages);
  const state = stateOf(client, Date.now());
  return (
    <Badge tone={TONES[state.state]}>
      {t.states[state.state]}
      {state.state === 'ends' && <Moment value={state.endsAt} style="relative" />}
    </Badge>
  );
};

/** "old" or "new" while two secrets are live. */
export const ageOf = (client: ClientView, secret: SecretView): 'old' | 'new' | undefined => {
  if (client.secrets.length < 2) return undefined;
  return client.secrets.some((other) => other.createdAt > secret.createdAt) ? 'old' : 'new';
};
