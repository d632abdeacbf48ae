import type { LogEntry } from '../../../../../shared/console-api/log.ts';
import { localMoment } from '../../components/local-day.ts';
import type { Cell } from '../../components/save-file.ts';
import type { Language } from '../../language/language.ts';
import type { logMessages } from './log-messages.ts';
import type { LogNames } from './log-names.ts';

type Messages = (typeof logMessages)[Language];

const nameIn = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code;

/** An entry as a row of the CSV file. Results and actions are in words, and ids are replaced by names if these are known. */
export const toCells = (entry: LogEntry, t: Messages, names: LogNames): readonly Cell[] => {
  const time = localMoment(entry.receivedAt);
  const clientOf = (id: string | undefined): string | undefined => id && (names.clients.get(id) ?? id);
  if (entry.kind === 'admin') {
    const { actor, target, userName, reason, action } = entry;
    const { userId, clientId } = target;
    const actorName = actor.through === 'sync' ? clientOf(actor.id) : (names.members.get(actor.id) ?? actor.id);
    const author = `${actorName} (${t.through[actor.through]})`;
    const client = clientOf(clientId === undefined ? undefined : String(clientId));
    return [time, nameIn(t.actionNames, action), userName ?? userId, client, author, undefined, undefined, reason];
  }
  const { userId, userName, identifiers, clientId, reader, checkinCount, code } = entry;
  const who = userName ?? userId ?? Object.values(identifiers).join(' ');
  return [time, nameIn(t.codes, code), who, clientOf(clientId), undefined, reader, checkinCount, undefined];
};
