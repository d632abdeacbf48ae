import { checkinFields } from '../../shared/http/checkin-fields.ts';

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/**
 * Whether a check-in is valid, if the API document describes it: the document lists the members that a generated client sends. The
 * service also takes `null` as absent and requires an identifier, which the schema does not say, because generators misread it.
 * @param isDescribed validates a body against the document
 */
export const isCheckinValid = (body: unknown, isDescribed: (body: unknown) => unknown): boolean => {
  if (!isObject(body)) return false;
  const optional = new Set([...Object.keys(checkinFields), 'details', 'dryRun']);
  const given = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || !optional.has(name)),
  );
  return ['id', 'uid', 'email'].some((name) => name in given) && isDescribed(given) === true;
};
