import type { AdminLogEntry, LogEntry } from '../../../../../shared/console-api/log.ts';

const IMPORTS: ReadonlySet<string> = new Set(['users.import', 'bookings.import']);

/** Parts of one file follow one another within this time. */
const MAX_PAUSE_MS = 10 * 60_000;

const isSameImport = (later: AdminLogEntry, earlier: AdminLogEntry): boolean =>
  later.action === earlier.action &&
  later.actor.id === earlier.actor.id &&
  later.target['importId'] === earlier.target['importId'] &&
  Date.parse(later.receivedAt) - Date.parse(earlier.receivedAt) <= MAX_PAUSE_MS;

const add = (one: AdminLogEntry['after'] = {}, other: AdminLogEntry['after'] = {}): AdminLogEntry['after'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      Number(one[name] ?? 0) + Number(other[name] ?? 0),
    ]),
  );

/** An entry before the first record of an import says nothing more than the one with its totals, unless the import was cut. */
const withoutBeginnings = (entries: readonly LogEntry[]): LogEntry[] => {
  const done = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'admin' && !entry.action.endsWith('-begin') ? [entry.target['importId']] : [],
    ),
  );
  const isDone = (entry: LogEntry): boolean =>
    entry.kind === 'admin' && entry.action.endsWith('-begin') && done.has(entry.target['importId']);
  return entries.filter((entry) => !isDone(entry));
};

/** Shows the parts of one imported file as one entry, with its totals. @param all newest first */
export const foldImports = (all: readonly LogEntry[]): LogEntry[] => {
  const entries = withoutBeginnings(all);
  const folded: LogEntry[] = [];
  /** The last part of the import that is being folded. */
  let part: AdminLogEntry | undefined;
  for (const entry of entries) {
    const last = folded.at(-1);
    const isPart = entry.kind === 'admin' && IMPORTS.has(entry.action);
    if (isPart && part && last?.kind === 'admin' && isSameImport(part, entry))
      folded[folded.length - 1] = { ...last, after: add(last.after, entry.after) };
    else folded.push(entry);
    part = isPart ? entry : undefined;
  }
  return folded;
};
