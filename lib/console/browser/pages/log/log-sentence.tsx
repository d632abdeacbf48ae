import { type ComponentChildren, Fragment } from 'preact';
import type { AdminLogEntry, CheckinLogEntry } from '../../../../../shared/console-api/log.ts';
import type { CheckinCode } from '../../../../../shared/rules/bookings.ts';
import { scopes as allScopes } from '../../../../../shared/rules/api-clients.ts';
import { showInvisible } from '../../../../../shared/rules/outside-text.ts';
import { type Role, roles } from '../../../../../shared/rules/roles.ts';
import { Badge } from '../../components/page.tsx';
import { PersonLink } from '../../components/people.tsx';
import { useLanguage, useNumber, useTexts } from '../../language/language.ts';
import { Link } from '../../navigation/address.tsx';
import { addressOfOne } from '../../navigation/page-id.ts';
import { useMay } from '../../api/connection.ts';
import { type LogNames, shortId } from './log-names.ts';

type State = AdminLogEntry['after'];

const ClientName = ({ clientId, names }: { readonly clientId: string; readonly names: LogNames }) => {
  const name = names.clients.get(clientId) ?? shortId(clientId);
  if (!useMay('clients.read')) return <span title={clientId}>{name}</span>;
  return (
    <Link href={addressOfOne('clients', clientId)} title={clientId}>
      {name}
    </Link>
  );
};

const textIn = (state: State, name: string): string | undefined => {
  const value = state?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** The last characters of the secret that is in `state` but not in `other`. */
const secretOnlyIn = (state: State, other: State): string => {
  const secretsOf = (each: State) => (each?.['secrets'] ?? []) as readonly { secretId: string; last4: string }[];
  const others = new Set(secretsOf(other).map(({ secretId }) => secretId));
  const found = secretsOf(state).find(({ secretId }) => !others.has(secretId));
  return found === undefined ? '' : `…${found.last4}`;
};

interface SentenceProps<Entry> {
  readonly entry: Entry;
  readonly names: LogNames;
}

/** What an administrator or a system did, as a sentence. */
export const AdminSentence = ({ entry, names }: SentenceProps<AdminLogEntry>) => {
  const t = useTexts('log');
  const format = useNumber();
  const language = useLanguage();
  const list = new Intl.ListFormat(language);
  const { action, actor, target, before, after, changed } = entry;
  const roleOf = (state: State): string => {
    const role = roles.find((one: Role) => one === state?.['role']);
    return role === undefined ? '—' : t.roles[role];
  };
  const clientId = String(target['clientId'] ?? '');
  const countOf = (name: keyof typeof t.counts): string[] => {
    const count = entry.import?.[name] ?? 0;
    return count === 0 ? [] : [t.format(t.counts[name], { count: format(count) })];
  };
  const parts: Readonly<Record<string, () => ComponentChildren>> = {
    who: () => (
      <strong title={actor.id}>
        {actor.through === 'sync' ? (
          <ClientName clientId={actor.id} names={names} />
        ) : (
          (names.members.get(actor.id) ?? actor.id)
        )}
      </strong>
    ),
    user: () => <PersonLink id={target['userId'] ?? ''} />,
    client: () => <ClientName clientId={clientId} names={names} />,
    booking: () => textIn(before ?? after, 'name') ?? target['bookingId'],
    secret: () => (action === 'clients.end-secret' ? secretOnlyIn(before, after) : secretOnlyIn(after, before)),
    member: () => names.members.get(String(target['subject'])) ?? shortId(String(target['subject'] ?? '')),
    role: () => roleOf(after),
    oldRole: () => roleOf(before),
    oldName: () => textIn(before, 'name') ?? clientId,
    newName: () => <Link href={addressOfOne('clients', clientId)}>{textIn(after, 'name')}</Link>,
    scopes: () =>
      list.format(
        allScopes
          .filter((one) => (after?.['scopes'] as string[] | undefined)?.includes(one))
          .map((one) => t.scopes[one]),
      ),
    changed: () =>
      list.format((changed ?? []).map((name) => (t.fieldNames as Readonly<Record<string, string>>)[name] ?? name)),
    file: () => entry.fileName !== undefined && t.format(t.fromFile, { name: entry.fileName }),
    counts: () =>
      list.format([
        ...(['written', 'unchanged', 'deleted', 'failed'] as const).flatMap(countOf),
        ...(entry.import?.unfinished ? [t.unfinished] : []),
      ]) || t.nothing,
  };
  const sentences: Readonly<Record<string, string>> = t.sentences satisfies Record<keyof typeof t.actionNames, string>;
  const sentence = sentences[action] ?? `{who}: ${action}`;
  return (
    <span class="sentence">
      {sentence.split(/\{(\w+)\}/).map((text, index) => (
        // Texts are at even indexes, and the names of parts at odd ones.
        <Fragment key={`${index} ${text}`}>{index % 2 === 0 ? text : parts[text]?.()}</Fragment>
      ))}
    </span>
  );
};

const TONES: Readonly<Record<string, 'good' | 'plain'>> = {
  checked_in: 'good',
  already_checked_in: 'good',
  nothing_open: 'plain',
};

/** What a swipe did, and whose badge it was. */
export const CheckinSentence = ({ entry, names }: SentenceProps<CheckinLogEntry>) => {
  const t = useTexts('log');
  const sent = Object.values(entry.identifiers)
    .map((one) => showInvisible(String(one)))
    .join(', ');
  const codes: Readonly<Record<string, string>> = t.codes satisfies Record<CheckinCode, string>;
  // Members who may not see clients see the reader's name instead.
  const isClientShown = useMay('clients.read') || entry.reader === undefined;
  const isReaderShown = entry.reader !== undefined && entry.reader !== names.clients.get(entry.clientId);
  return (
    <span class="sentence">
      <Badge tone={TONES[entry.code] ?? 'warn'}>{codes[entry.code] ?? entry.code}</Badge>{' '}
      {entry.userId === undefined ? (
        <strong>{t.format(t.unknownUser, { sent })}</strong>
      ) : (
        <PersonLink id={entry.userId} name={entry.userName} />
      )}
      <span class="sub">
        {isClientShown && <ClientName clientId={entry.clientId} names={names} />}
        {isReaderShown && `${isClientShown ? ' · ' : ''}${entry.reader}`}
        {entry.repeated === true && ` · ${t.repeated}`}
      </span>
    </span>
  );
};
