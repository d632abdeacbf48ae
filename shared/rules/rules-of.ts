import {
  identifierNames,
  pick,
  userAttributes,
  type BookingAttribute,
  type FieldName,
  type UserAttribute,
} from './attributes.ts';
import { fields } from './fields.ts';

type Fields = typeof fields;
type Attributes = Readonly<Record<string, UserAttribute | BookingAttribute>>;

/** Returns the rules of attributes, by name. */
export const rulesOf = <const Described extends Attributes>(attributes: Described) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { field = name as keyof Fields }]) => [name, fields[field]]),
  ) as unknown as { readonly [Name in keyof Described]: Fields[FieldName<Name, Described[Name]>] };

/** The rules of the identifiers with which a check-in, a command or a search finds a user. */
export const identifierRules = {
  id: fields.userId,
  .../* @__PURE__ */ rulesOf(pick(userAttributes, identifierNames)),
} as const;
