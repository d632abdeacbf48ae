import { checkinFields } from '../../shared/http/checkin-fields.ts';

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/**
 * Checks whether the service must accept a check-in. The service treats `null` as absent and requires an identifier. The
 * schema in the API document says neither, because client generators would misread it.
 * @param isDescribed validates a body against the document
 */
export const isCheckinValid = (body: unknown, isDescribed: (body: unknown) => unknown): boolean => {
  if (!isObject(body)) return false;
  const optional = new Set([...Object.keys(checkinFields), 'details', 'dryRun']);
  const present = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || !optional.has(name)),
  );
  return ['id', 'uid', 'email'].some((name) => name in present) && isDescribed(present) === true;
};
