import type { AdminLogEntry, LogEntry } from '../../../../../shared/console-api/log.ts';

type Counts = NonNullable<AdminLogEntry['after']>;

const add = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      Number(one[name] ?? 0) + Number(other[name] ?? 0),
    ]),
  );

/** How much an entry says about an import: 2 for its totals, 1 for its beginning, 0 for a change of one person. */
const rankOf = ({ action }: AdminLogEntry): number =>
  /\.(?:import|sync)$/.test(action) ? 2 : action.endsWith('-begin') ? 1 : 0;

const merge = (shown: AdminLogEntry, entry: AdminLogEntry): AdminLogEntry => {
  const [kept, other] = rankOf(entry) > rankOf(shown) ? [entry, shown] : [shown, entry];
  if (rankOf(kept) < 2) return kept;
  // Only identifier changes are added, because the totals already count removals.
  const counts = other.action === 'users.change-identifiers' ? { changed: 1 } : {};
  return { ...kept, after: add(kept.after ?? {}, rankOf(other) === 2 ? (other.after ?? {}) : counts) };
};

/** Merges all entries of one import or sync request into one entry with the totals. @param entries newest first */
export const foldImports = (entries: readonly LogEntry[]): LogEntry[] => {
  const folded = new Map<string, LogEntry>();
  for (const [index, entry] of entries.entries()) {
    const importId = entry.kind === 'admin' ? entry.target['importId'] : undefined;
    const key = importId === undefined ? `entry ${index}` : `import ${importId}`;
    const shown = folded.get(key);
    folded.set(key, shown?.kind === 'admin' && entry.kind === 'admin' ? merge(shown, entry) : entry);
  }
  return [...folded.values()];
};
