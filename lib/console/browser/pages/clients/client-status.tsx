import type { JSX } from 'preact';
import type { ClientView, SecretView } from '../../../../../shared/console-api/clients.ts';
import { SECRET_NOTICE_DAYS } from '../../../../../shared/rules/api-clients.ts';
import { Moment } from '../../components/moment.tsx';
import { Badge } from '../../components/page-header.tsx';
import { useMessages } from '../../language/language.ts';
import { clientsMessages } from './clients-messages.ts';

const HOUR_MS = 3_600_000;
/** A secret that ends within this time is worth a warning. */
const NOTICE_MS = Math.max(...SECRET_NOTICE_DAYS) * 24 * HOUR_MS;

export type ClientState =
  | { readonly state: 'disabled' | 'never' | 'enabled' }
  | { readonly state: 'ends' | 'silent'; readonly at: string };

/** What matters most about a client: whether it works at all, whether it is heard of, then whether it will stop working. */
export const stateOf = (client: ClientView, now: number): ClientState => {
  if (!client.enabled) return { state: 'disabled' };
  if (client.silentSince !== undefined) return { state: 'silent', at: client.lastSeenAt ?? client.silentSince };
  // Without a secret that has no end, the gate stops when the last one ends.
  const endsAt = client.secrets.every((one) => one.endsAt !== undefined)
    ? client.secrets
        .flatMap((one) => one.endsAt ?? [])
        .toSorted()
        .at(-1)
    : undefined;
  if (endsAt !== undefined && Date.parse(endsAt) - now < NOTICE_MS) return { state: 'ends', at: endsAt };
  return { state: client.lastSeenAt === undefined ? 'never' : 'enabled' };
};

const TONES = { disabled: 'bad', silent: 'bad', ends: 'warn', never: 'plain', enabled: 'good' } as const;

export const ClientStatus = ({ client }: { readonly client: ClientView }): JSX.Element => {
  const t = useMessages(clientsMessages);
  const state = stateOf(client, Date.now());
  return (
    <Badge tone={TONES[state.state]}>
      {t.states[state.state]}
      {'at' in state && <Moment value={state.at} style="relative" />}
    </Badge>
  );
};

/** "old" or "new" while two secrets are live. */
export const ageOf = (client: ClientView, secret: SecretView): 'old' | 'new' | undefined => {
  if (client.secrets.length < 2) return undefined;
  return client.secrets.some((other) => other.createdAt > secret.createdAt) ? 'old' : 'new';
};
