import type { LogEntry } from '../../../../../shared/console-api/log.ts';
import { localMoment } from '../../components/local-day.ts';
import type { Cell } from '../../components/save-file.ts';
import type { Language } from '../../language/language.ts';
import type { logMessages } from './log-messages.ts';
import type { LogNames } from './log-names.ts';

type Messages = (typeof logMessages)[Language];

const nameIn = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code;

/** An entry as a row of the file, with results and actions in words, and names where they are known. */
export const toCells = (entry: LogEntry, t: Messages, names: LogNames): readonly Cell[] => {
  const at = localMoment(entry.receivedAt);
  const clientOf = (id: string | undefined): string | undefined => id && (names.clients.get(id) ?? id);
  if (entry.kind === 'admin') {
    const { actor, target, userName, reason, action } = entry;
    const { userId, clientId } = target;
    const actorName = actor.through === 'sync' ? clientOf(actor.id) : (names.members.get(actor.id) ?? actor.id);
    const by = `${actorName} (${t.through[actor.through]})`;
    const client = clientOf(clientId === undefined ? undefined : String(clientId));
    return [at, nameIn(t.actionNames, action), userName ?? userId, client, by, undefined, undefined, reason];
  }
  const { userId, userName, identifiers, clientId, reader, checkinCount, code } = entry;
  const who = userName ?? userId ?? Object.values(identifiers).join(' ');
  return [at, nameIn(t.codes, code), who, clientOf(clientId), undefined, reader, checkinCount, undefined];
};
