import type { Call } from '../../support/faulty-database.ts';

/** Whose call it is, and which of theirs: the same words at every run of the same history. */
export interface CallIdentity {
  readonly history: string;
  readonly words: string;
}

/** Histories share a service; the name of each is in the names of its companies, and so in the keys of its calls. */
export const historyName = (seed: number, run: number | string): string => `H${seed}x${run}H`;
const HISTORY = /H\d+x\w+?H/;

interface Marked {
  readonly markId?: { readonly S: string };
}

interface Request {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly Key?: Marked;
  readonly Item?: Marked;
  readonly ExpressionAttributeValues?: { readonly ':companyUser'?: object };
}

const parse = (body: string): Request => {
  try {
    return JSON.parse(body) as Request;
  } catch {
    return {};
  }
};

const markOf = ({ Item, Key }: Request): string | undefined => Item?.markId?.S ?? Key?.markId?.S;

/** Tells the calls of each history. What is nobody's is undefined. */
export const makeCallReader = (): ((call: Call) => CallIdentity | undefined) => {
  /** A mark is deleted by its number alone. */
  const marks = new Map<string, string>();
  return ({ operation, body }) => {
    const request = parse(body);
    const { TableName = '', IndexName = '', Key, ExpressionAttributeValues } = request;
    const markId = markOf(request);
    const history = HISTORY.exec(body)?.[0] ?? (markId === undefined ? undefined : marks.get(markId));
    if (history === undefined) return undefined;
    if (markId !== undefined) marks.set(markId, history);
    const key = markId === undefined ? JSON.stringify(Key ?? ExpressionAttributeValues?.[':companyUser'] ?? '') : '';
    return { history, words: [operation, TableName, IndexName, key.replaceAll(history, '')].join(' ') };
  };
};
