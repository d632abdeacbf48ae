import type { Call } from '../../support/faulty-database.ts';

/** Identifies a call of a history: the same text in every run of that history. */
export interface CallIdentity {
  readonly history: string;
  readonly text: string;
}

/** Histories share a service. The name of each is in the names of its companies, and so in the keys of its calls. */
export const historyName = (seed: number, run: number | string): string => `H${seed}x${run}H`;
const HISTORY = /H\d+x\w+?H/;
/** Differ from run to run. */
const PORT = /(?<=127\.0\.0\.1:)\d+/g;
const UUID = /[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}/g;

interface Request {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly Key?: object;
  readonly ExpressionAttributeValues?: { readonly ':companyUser'?: object };
}

const parse = (body: string): Request => {
  try {
    return JSON.parse(body) as Request;
  } catch {
    return {};
  }
};

/** Assigns calls to histories; undefined for a call of none. */
export const identifyCall = ({ operation, body }: Call): CallIdentity | undefined => {
  const history = HISTORY.exec(body)?.[0];
  if (history === undefined) return undefined;
  const { TableName = '', IndexName = '', Key, ExpressionAttributeValues } = parse(body);
  const key = JSON.stringify(Key ?? ExpressionAttributeValues?.[':companyUser'] ?? '');
  const same = key.replaceAll(history, '').replaceAll(UUID, '*').replaceAll(PORT, '*');
  return { history, text: [operation, TableName, IndexName, same].join(' ') };
};
