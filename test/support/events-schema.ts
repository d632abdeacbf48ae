import document from '../../docs/events.schema.json' with { type: 'json' };
import { forbidUnlistedMembers } from './forbid-unlisted-members.ts';
import { describeFaults, makeAjv } from './make-ajv.ts';

const ajv = makeAjv({ allErrors: true });
/** The alternatives, changed so that each forbids unlisted members in its `data`. `validate` forbids those outside `data`. */
const alternatives = document.oneOf.map(({ properties, ...rest }) => ({
  ...rest,
  properties: { ...properties, data: forbidUnlistedMembers(properties.data) },
}));
const validate = ajv.compile({ ...document, oneOf: alternatives, additionalProperties: false });

/** Every documented type of event. */
export const documentedEventTypes = document.oneOf.map(({ title }) => title);

/** @returns the differences between the detail of an event and the schema, including members that the schema does not list */
export const eventProblems = (detail: unknown): string[] => (validate(detail) ? [] : describeFaults(validate.errors));
