import type { ColumnAnswers, Inspection } from '../../../../../shared/files/columns.ts';
import { REASON_COLUMN } from '../../../../../shared/rules/csv.ts';
import type { RecordKind } from '../../../../../shared/rules/records.ts';

const STORAGE_KEY = 'checkin-console.columns';
const MAX_REMEMBERED = 20;

interface StoredAnswers {
  /** The field of each column, by its heading; null for a column that is ignored. */
  readonly fields: Readonly<Record<string, string | null>>;
  readonly dateOrder?: string;
}

/** The answers for files with the same headings, which are the key, and for their bad lines, which have one more. */
type Remembered = readonly [key: string, answers: StoredAnswers];

const keyOf = (kind: RecordKind, { columns }: Inspection): string =>
  [kind, ...columns.map(({ heading }) => heading).filter((heading) => heading !== REASON_COLUMN)].join('\t');

const readAll = (): readonly Remembered[] => {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as readonly Remembered[];
  } catch {
    return [];
  }
};

/** Keeps a person's answers in this browser, for the next file with the same headings. */
export const rememberColumns = (kind: RecordKind, inspection: Inspection, { map, dateOrder }: ColumnAnswers): void => {
  const key = keyOf(kind, inspection);
  const fields = Object.fromEntries([...(map ?? [])].map(([heading, field]) => [heading, field ?? null]));
  delete fields[REASON_COLUMN];
  const others = readAll().filter(([other]) => other !== key);
  const answers: StoredAnswers = dateOrder ? { fields, dateOrder } : { fields };
  localStorage.setItem(STORAGE_KEY, JSON.stringify([[key, answers], ...others].slice(0, MAX_REMEMBERED)));
};

/** The answers for the last file with the same headings. */
export const recallColumns = (kind: RecordKind, inspection: Inspection): ColumnAnswers | undefined => {
  const found = readAll().find(([key]) => key === keyOf(kind, inspection))?.[1];
  if (!found) return undefined;
  const map = new Map(Object.entries(found.fields).map(([heading, field]) => [heading, field ?? undefined]));
  return { map, dateOrder: found.dateOrder as ColumnAnswers['dateOrder'] };
};
