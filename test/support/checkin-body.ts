import { cleanIdentifier, cleanWords, findControl, findInvisible } from '../../shared/rules/outside-text.ts';
import { checkinFields } from '../../shared/http/checkin-fields.ts';

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** Each text as the service cleans it, or null if it must refuse the text. JSON Schema can say neither. */
const cleanTexts = (body: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { uid, email, reader } = body;
  const identifiers = Object.entries({ uid, email })
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, text]) => [name, cleanIdentifier(text)] as const)
    .map(([name, text]) => [name, findInvisible(text) ? null : text] as const);
  const words = typeof reader === 'string' ? cleanWords(reader) : reader;
  return {
    ...body,
    ...Object.fromEntries(identifiers),
    ...(typeof words === 'string' && { reader: findControl(words) ? null : words }),
  };
};

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
  return ['id', 'uid', 'email'].some((name) => name in present) && isDescribed(cleanTexts(present)) === true;
};
