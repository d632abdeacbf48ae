import type { LogEntry } from '../../../../../shared/console-api/log.ts';
import { type Cell, localMoment } from '../../components/save-file.ts';
import type { Language } from '../../language/language.ts';
import type { logMessages } from './log-messages.ts';

type Messages = (typeof logMessages)[Language];

const nameIn = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code;

/** An entry as a row of the file, with results and actions in words. */
export const toCells = (entry: LogEntry, t: Messages): readonly Cell[] => {
  const at = localMoment(entry.receivedAt);
  if (entry.kind === 'admin') {
    const { userId, clientId } = entry.target;
    const by = `${entry.actor.id} (${t.through[entry.actor.through]})`;
    return [at, nameIn(t.actionNames, entry.action), userId, clientId, by, undefined, undefined, entry.reason];
  }
  const { userId, identifiers, clientId, reader, checkinCount, code } = entry;
  const who = userId ?? Object.values(identifiers).join(' ');
  return [at, nameIn(t.codes, code), who, clientId, undefined, reader, checkinCount, undefined];
};
