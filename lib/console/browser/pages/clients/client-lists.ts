import type { ClientView } from '../../../../../shared/console-api/clients.ts';
import { SECRET_NOTICE_DAYS } from '../../../../../shared/rules/api-clients.ts';
import { DAY_MS } from '../../components/local-day.ts';

/** Why a client needs attention. A client can need it for several reasons; a disabled one does not. */
export const attentionKinds = ['silent', 'silent_lately', 'ends', 'two_secrets', 'never'] as const;
export type AttentionKind = (typeof attentionKinds)[number];

const NOTICE_MS = Math.max(...SECRET_NOTICE_DAYS) * DAY_MS;

/** The last silence of a client that is over, if it ended in the last 24 hours. */
export const recentSilenceOf = ({ silences = [] }: ClientView, now = Date.now()) =>
  silences.find(({ until }) => now - Date.parse(until) < DAY_MS);

/** When the client's last secret ends; undefined if none of its secrets has an end. */
export const lastEndOf = ({ secrets }: ClientView): string | undefined =>
  secrets
    .flatMap(({ endsAt }) => endsAt ?? [])
    .toSorted()
    .at(-1);

const checks: Readonly<Record<AttentionKind, (client: ClientView, now: number) => boolean>> = {
  silent: ({ silentSince }) => silentSince !== undefined,
  silent_lately: (client, now) => client.silentSince !== undefined || recentSilenceOf(client, now) !== undefined,
  /** After a rotation, the old secret may end soon as long as the new one does not. */
  ends: ({ secrets }, now) =>
    secrets.every(({ endsAt }) => endsAt !== undefined && Date.parse(endsAt) - now < NOTICE_MS),
  two_secrets: ({ secrets }) => secrets.length > 1,
  never: ({ lastSeenAt }) => lastSeenAt === undefined,
};

export const needsAttention = (client: ClientView, kind: AttentionKind, now = Date.now()): boolean =>
  client.enabled && checks[kind](client, now);

/** Whether the name or the id contains the text, in any case. */
export const contains = ({ name, clientId }: ClientView, text: string): boolean =>
  [name, clientId].some((one) => one.toLocaleLowerCase().includes(text.toLocaleLowerCase()));

export const clientOrders = ['newest', 'name', 'last_seen', 'ends'] as const;
type ClientOrder = (typeof clientOrders)[number];

/** Later moments first; no moment last. */
const compareMoments = (one = '', other = ''): number => {
  if (one === other) return 0;
  return one > other ? -1 : 1;
};

/** After every moment. */
const NEVER = '~';

const comparisons: Readonly<Record<ClientOrder, (one: ClientView, other: ClientView) => number>> = {
  newest: (one, other) => compareMoments(one.createdAt, other.createdAt),
  name: (one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }),
  last_seen: (one, other) => compareMoments(one.lastSeenAt, other.lastSeenAt),
  /** The client whose last secret ends next. */
  ends: (one, other) => compareMoments(lastEndOf(other) ?? NEVER, lastEndOf(one) ?? NEVER),
};

/** Clients that compare equal stay in the order of their ids, so that the order is always the same. */
export const sortClients = (clients: readonly ClientView[], order: ClientOrder): ClientView[] =>
  clients.toSorted((one, other) => (one.clientId < other.clientId ? -1 : 1)).toSorted(comparisons[order]);
