import type { AuditLogEntry, CheckinLogEntry, LogEntry } from '../../../../../shared/console-api/log.ts';
import type { AuditedAttribute, CompanyAction, CompanyTarget } from '../../../../../shared/rules/audit-actions.ts';
import { isCompanyAction } from '../../../../../shared/rules/audit-actions.ts';
import { showInvisible } from '../../../../../shared/rules/outside-text.ts';
import type { formatText } from '../../../../../shared/rules/format-text.ts';
import type { LanguageTag } from '../../../../../shared/rules/languages.ts';
import type en from '../../locales/en.json';

type FormatText = typeof formatText extends (locale: string, ...parameters: infer Parameters) => string
  ? (...parameters: Parameters) => string
  : never;

type LogTexts = Omit<typeof en.common, keyof typeof en.log> & typeof en.log & { readonly format: FormatText };

/** What is needed to say something about the log in one language. */
export interface Words {
  readonly t: LogTexts;
  readonly language: LanguageTag;
  readonly formatNumber: (value: number) => string;
  /** Formats an RFC 3339 date-time. */
  readonly formatMoment: (value: string) => string;
}

/** A part of a sentence: a text, or what a link leads to. */
export interface Part {
  readonly text: string;
  readonly user?: number | string | undefined;
  readonly client?: string;
  readonly import?: string;
  readonly isActor?: true;
}

/** Shortens an id so that people can still recognise it. */
const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 12)}…` : id);

type State = NonNullable<AuditLogEntry['after']>;

/** A value as a text. Objects have their own formatters; objects of another version are shown as JSON. */
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The first text among ids and values of a change. */
const firstText = (...values: readonly unknown[]): string => toText(values.find((value) => value !== undefined) ?? '');

/** The name of a language. Intl names no tag with an extension or for private use, and throws an error instead. */
const nameOfLanguage = (tag: string, language: LanguageTag): string => {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

const listOf = (language: LanguageTag, items: readonly string[]): string => new Intl.ListFormat(language).format(items);

interface LoggedSecret {
  readonly secretId: string;
  readonly last4: string;
  readonly endsAt?: string;
}

const secretsIn = (state: State | undefined) => (state?.['secrets'] ?? []) as readonly LoggedSecret[];

/** How the values of these members are shown; other values are shown as they are. `never`: each member has its own type. */
const formatters: Readonly<Partial<Record<AuditedAttribute, (value: never, words: Words) => string>>> = {
  enabled: (value: boolean, { t }) => (value ? t.yes : t.no),
  role: (value: keyof Words['t']['roles'], { t }) => t.roles[value] ?? value,
  scopes: (value: readonly (keyof Words['t']['scopes'])[], { t, language }) =>
    listOf(
      language,
      value.map((one) => t.scopes[one] ?? one),
    ),
  language: (value: string, { language }) => nameOfLanguage(value, language),
  silentAfterHours: (value: number, { t }) => t.format(t.hours, { count: value }),
  kind: (value: keyof Words['t']['kinds'], { t }) => t.kinds[value] ?? value,
  endsAt: (value: string, { formatMoment }) => formatMoment(value),
  tokensRevokedAt: (value: string, { formatMoment }) => formatMoment(value),
  checkinOpensAt: (value: string, { formatMoment }) => formatMoment(value),
  noShowAt: (value: string, { formatMoment }) => formatMoment(value),
  checkin: (value: { readonly at: string }, { formatMoment }) => formatMoment(value.at),
  invitations: (value: readonly string[], { formatNumber }) => formatNumber(value.length),
  secrets: (value: readonly LoggedSecret[], { t, formatMoment }) =>
    value
      .map(({ last4, endsAt }) =>
        endsAt === undefined
          ? `…${last4}`
          : t.format(t.secretUntil, { secret: `…${last4}`, moment: formatMoment(endsAt) }),
      )
      .join(', '),
};

const formatValue = (name: string, value: unknown, words: Words): string => {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return words.t.none;
  const format: ((value: never, words: Words) => string) | undefined = formatters[name as AuditedAttribute];
  if (format) return format(value as never, words);
  return Array.isArray(value) ? value.map(toText).join(', ') : toText(value);
};

/** A changed member. Without `before` and `after`, the values were deleted with the person. */
export interface ShownChange {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

export const changesOf = ({ changed = [], before, after }: AuditLogEntry, words: Words): readonly ShownChange[] =>
  changed.map((member) => {
    const labels: Readonly<Record<string, string>> = words.t.members satisfies Record<AuditedAttribute, string>;
    const name = labels[member] ?? member;
    if (!before && !after) return { name };
    const textIn = (state: State | undefined): string => formatValue(member, state?.[member], words);
    return { name, before: textIn(before), after: textIn(after) };
  });

const textOfChange = ({ t }: Words, change: ShownChange): string =>
  change.before === undefined || change.after === undefined
    ? change.name
    : t.format(t.change, { name: change.name, before: change.before, after: change.after });

/** The sums of an import, in words. */
const countsOf = ({ import: sums }: AuditLogEntry, { t, language, formatNumber }: Words): string => {
  const counts = (['written', 'unchanged', 'deleted', 'failed'] as const).flatMap((name) => {
    const count = sums?.[name] ?? 0;
    return count === 0 ? [] : [t.format(t.counts[name], { count: formatNumber(count) })];
  });
  const all = [...(counts.length > 0 ? counts : [t.nothing]), ...(sums?.unfinished ? [t.unfinished] : [])];
  return listOf(language, all);
};

export const nameOfActor = ({ actor, actorName }: AuditLogEntry): string =>
  actorName ?? (actor.through === 'cli' ? actor.id : shortId(actor.id));

export const nameOfUser = (entry: LogEntry, { t }: Words): string =>
  entry.userName ?? t.format(t.user, { id: (entry.kind === 'admin' ? entry.target['userId'] : entry.userId) ?? '?' });

export const nameOfClient = (entry: LogEntry): string => {
  if (entry.kind === 'checkin') return entry.clientName ?? shortId(entry.clientId);
  const { clientName, before, after, target } = entry;
  return clientName ?? firstText(after?.['name'], before?.['name'], shortId(String(target['clientId'])));
};

const nameOfMember = ({ memberName, before, after, target }: AuditLogEntry): string =>
  memberName ?? shortId(firstText(after?.['subject'], before?.['subject'], target['subject'], target['invitationId']));

const nameOfSecret = ({ target, before, after }: AuditLogEntry): string => {
  const secret = [...secretsIn(before), ...secretsIn(after)].find(({ secretId }) => secretId === target['secretId']);
  return secret ? `…${secret.last4}` : shortId(String(target['secretId']));
};

const roleIn = (state: State | undefined, words: Words): string | undefined =>
  state?.['role'] === undefined ? undefined : formatValue('role', state['role'], words);

/**
 * The parts that a sentence can have, by the names of their placeholders. Each has a text, except `file`: files from standard input,
 * and old ones, have no name.
 */
const parts: Readonly<Record<string, (entry: AuditLogEntry, words: Words) => Part>> = {
  who: (entry) => ({
    text: nameOfActor(entry),
    isActor: true,
    ...(entry.actor.through === 'sync' && { client: entry.actor.id }),
  }),
  user: (entry, words) => ({ text: nameOfUser(entry, words), user: entry.target['userId'] }),
  client: (entry) => ({ text: nameOfClient(entry), client: String(entry.target['clientId']) }),
  booking: ({ before, after, target }) => ({
    text: firstText(after?.['name'], before?.['name'], target['bookingId']),
  }),
  secret: (entry) => ({ text: nameOfSecret(entry) }),
  member: (entry) => ({ text: nameOfMember(entry) }),
  role: ({ before, after }, words) => ({ text: roleIn(after, words) ?? roleIn(before, words) ?? words.t.none }),
  oldRole: ({ before }, words) => ({ text: roleIn(before, words) ?? words.t.none }),
  changes: (entry, words) => ({
    text: changesOf(entry, words)
      .map((one) => textOfChange(words, one))
      .join('; '),
  }),
  file: ({ fileName }, { t }) => ({ text: fileName === undefined ? '' : t.format(t.fromFile, { name: fileName }) }),
  counts: (entry, words) => ({ text: countsOf(entry, words) }),
  import: ({ target }) => ({ text: String(target['importId']), import: String(target['importId']) }),
};

/** The part that names each id. */
const partOfTarget: Readonly<Record<string, string>> = {
  userId: 'user',
  clientId: 'client',
  secretId: 'secret',
  subject: 'member',
  invitationId: 'member',
  importId: 'import',
};

/** What an action is about: each id with its label and, if it has one, its name. */
export const targetsOf = (entry: AuditLogEntry, words: Words) =>
  Object.entries(entry.target).map(([name, value]) => {
    const labels: Readonly<Record<string, string>> = words.t.detail.targets satisfies Record<CompanyTarget, string>;
    const id = String(value);
    const part = parts[partOfTarget[name] ?? '']?.(entry, words) ?? { text: id };
    return { label: labels[name] ?? name, part, ...(!part.text.includes(id) && { id }) };
  });

/** What somebody did, as a sentence. */
const describeAction = (entry: AuditLogEntry, words: Words): readonly Part[] => {
  const { t } = words;
  const { action } = entry;
  const sentences: Readonly<Record<CompanyAction, string>> = t.sentences;
  const sentence = isCompanyAction(action) ? sentences[action] : `{who}: ${action}`;
  // Texts are at even indexes, and the names of parts at odd ones.
  return sentence
    .split(/\{(\w+)\}/)
    .map((text, index) => (index % 2 === 0 ? { text } : (parts[text]?.(entry, words) ?? { text: `{${text}}` })));
};

/** The identifiers that were sent, with invisible characters made visible. */
const sentIn = ({ identifiers }: CheckinLogEntry): string =>
  Object.values(identifiers)
    .map((one) => showInvisible(String(one)))
    .join(', ');

/** Whose swipe it was. */
export const describeSwiper = (entry: CheckinLogEntry, words: Words): Part => {
  const { t } = words;
  if (entry.userId !== undefined) return { text: nameOfUser(entry, words), user: entry.userId };
  const sent = sentIn(entry);
  return { text: t.format(entry.differentPeople ? t.differentPeople : t.unknownUser, { sent }) };
};

export const nameOfResult = (entry: LogEntry, { t }: Words): string => {
  const names: Readonly<Record<string, string>> = entry.kind === 'admin' ? t.actionNames : t.codes;
  const code = entry.kind === 'admin' ? entry.action : entry.code;
  return names[code] ?? code;
};

/** What happened, as a sentence. */
export const describeEntry = (entry: LogEntry, words: Words): readonly Part[] =>
  entry.kind === 'admin'
    ? describeAction(entry, words)
    : [{ text: `${nameOfResult(entry, words)}: ` }, describeSwiper(entry, words)];

export const sentenceOf = (entry: LogEntry, words: Words): string =>
  describeEntry(entry, words)
    .map(({ text }) => text)
    .join('');

export const reasonOf = ({ reason }: AuditLogEntry, { t }: Words): string | undefined => {
  const usual: Readonly<Record<string, string>> = t.reasons;
  // Anybody can type `constructor`, which every object has.
  return reason !== undefined && Object.hasOwn(usual, reason) ? usual[reason] : reason;
};
