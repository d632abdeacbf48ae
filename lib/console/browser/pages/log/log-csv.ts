import { localMoment } from '../../components/local-day.ts';
import {
  changesOf,
  describeSwiper,
  nameOfActor,
  nameOfClient,
  nameOfResult,
  nameOfUser,
  reasonOf,
  sentenceOf,
  type Words,
} from './describe-entry.ts';
import type { LogRow } from './fold-retries.ts';

type Cell = string | number | undefined;

type ColumnId = keyof Words['t']['csv'];

const toState = (row: LogRow, words: Words, side: 'before' | 'after'): Cell => {
  if (row.kind === 'checkin') return undefined;
  const shown = changesOf(row, words).filter((change) => change[side] !== undefined);
  return shown.map((change) => `${change.name}: ${change[side]}`).join('; ') || undefined;
};

/** A column of the CSV file for everything that the page shows of an entry. */
const columns: Readonly<Record<ColumnId, (row: LogRow, words: Words, timeZone: string) => Cell>> = {
  time: ({ receivedAt }, _, timeZone) => localMoment(receivedAt, timeZone),
  sentence: sentenceOf,
  result: nameOfResult,
  user: (row, words) => {
    if (row.kind === 'checkin') return describeSwiper(row, words).text;
    return row.target['userId'] === undefined ? row.memberName : nameOfUser(row, words);
  },
  userId: (row) => (row.kind === 'checkin' ? row.userId : row.target['userId']),
  client: (row) => (row.kind === 'checkin' || row.target['clientId'] !== undefined ? nameOfClient(row) : undefined),
  actor: (row) => (row.kind === 'admin' ? nameOfActor(row) : undefined),
  through: (row, { t }) => (row.kind === 'admin' ? t.through[row.actor.through] : undefined),
  reader: (row) => (row.kind === 'checkin' ? row.reader : undefined),
  at: (row, _, timeZone) => (row.kind === 'checkin' ? localMoment(row.at, timeZone) : undefined),
  bookings: (row) =>
    row.kind === 'checkin' ? row.bookings.map(({ bookingId }) => bookingId).join(', ') : row.target['bookingId'],
  checkinCount: (row) => (row.kind === 'checkin' ? row.checkinCount : undefined),
  changed: (row, words) =>
    row.kind === 'admin'
      ? changesOf(row, words)
          .map(({ name }) => name)
          .join(', ')
      : undefined,
  before: (row, words) => toState(row, words, 'before'),
  after: (row, words) => toState(row, words, 'after'),
  reason: (row, words) => (row.kind === 'admin' ? reasonOf(row, words) : undefined),
  file: (row) => (row.kind === 'admin' ? row.fileName : undefined),
  written: (row) => (row.kind === 'admin' ? row.import?.written : undefined),
  unchanged: (row) => (row.kind === 'admin' ? row.import?.unchanged : undefined),
  deleted: (row) => (row.kind === 'admin' ? row.import?.deleted : undefined),
  failed: (row) => (row.kind === 'admin' ? row.import?.failed : undefined),
  requestId: (row) => row.requestId,
  attempts: (row) => (row.kind === 'checkin' ? 1 + (row.attempts ?? []).length : undefined),
  repeated: (row, { t }) => (row.kind === 'checkin' && row.repeated ? t.repeated : undefined),
  idempotencyKey: (row) => (row.kind === 'checkin' ? row.idempotencyKey : undefined),
};

const ids = Object.keys(columns) as ColumnId[];

/** The headings of times name their time zone. */
export const csvHeadings = ({ csv }: Words['t'], timeZone: string): readonly string[] =>
  ids.map((id) => (id === 'time' || id === 'at' ? `${csv[id]} (${timeZone})` : csv[id]));

export const toCells = (row: LogRow, words: Words, timeZone: string): readonly Cell[] =>
  ids.map((id) => columns[id](row, words, timeZone));
