import type { ValueOf } from './field-rule.ts';
import type { fields } from './fields.ts';

type Fields = typeof fields;

interface Attribute {
  /**
   * The name of its rule in `fields`. It is only a name, so that functions that check no values need not load the rules.
   * Default: the attribute's own name.
   */
  readonly field?: keyof Fields;
}

interface UserAttribute extends Attribute {
  /** At most one user of a company has the value, and a check-in, a command or a search finds the user by it. */
  readonly identifies?: true;
  /** A search finds the user by the beginning of any word. */
  readonly isSearchedByWord?: true;
}

/**
 * The attributes of a user that imports, sync and the console set. Stored items, look-ups, claims, imports, sync, the console's API, the audit log,
 * exports, the command line and the API documents follow from this description. All attributes can be cleared, and all are
 * personal: only the user's item, its look-up items and the audit details hold them, which are deleted with the user.
 */
export const userAttributes = {
  /** For people to read. It is not unique, so it does not identify a user. */
  name: { field: 'personName', isSearchedByWord: true },
  /** The first badge. Compared exactly. */
  uid: { identifies: true },
  /** All badges, `uid` first; absent if there are fewer than two. Each identifies the user like the first one. */
  uids: {},
  /** Folded by `foldEmail`. */
  email: { identifies: true },
  /** Language tag (BCP 47) for this user's pushes. Without one, or without a text in it, the deployment's default. */
  language: {},
} as const satisfies Readonly<Record<string, UserAttribute>>;

interface BookingAttribute extends Attribute {
  /** A new booking must have it, and it cannot be cleared. */
  readonly isRequired?: true;
  /** The indexes hold it, so that a check-in can name and explain bookings near its time. */
  readonly isNear?: true;
}

/** The attributes of a booking that imports and sync set, besides its user, its id and its check-in period. */
export const bookingAttributes = {
  kind: { field: 'bookingKind', isRequired: true, isNear: true },
  /** The name of the place. */
  name: { field: 'bookingName', isNear: true },
  /** A building or town, for people to filter by. It has no effect on check-ins. */
  site: {},
} as const satisfies Readonly<Record<string, BookingAttribute>>;

type UserAttributes = typeof userAttributes;
type BookingAttributes = typeof bookingAttributes;

/** The names of the attributes that have a mark. */
type Marked<Attributes, Mark extends string> = {
  [Name in keyof Attributes]: Attributes[Name] extends Readonly<Record<Mark, true>> ? Name : never;
}[keyof Attributes];

/** The name of the rule of an attribute. */
type FieldName<Name, Described> = Described extends { readonly field: infer Field extends keyof Fields }
  ? Field
  : Name extends keyof Fields
    ? Name
    : never;

type ValueIn<Attributes, Name extends keyof Attributes> = ValueOf<Fields[FieldName<Name, Attributes[Name]>]>;

export type UserAttributeName = keyof UserAttributes;
export type IdentifierName = Marked<UserAttributes, 'identifies'>;
type SearchedName = Marked<UserAttributes, 'isSearchedByWord'>;
export type BookingAttributeName = keyof BookingAttributes;
export type NearAttributeName = Marked<BookingAttributes, 'isNear'>;
type RequiredAttributeName = Marked<BookingAttributes, 'isRequired'>;

export type UserValues = { readonly [Name in UserAttributeName]?: ValueIn<UserAttributes, Name> };
export type BookingValues = {
  readonly [Name in RequiredAttributeName]: ValueIn<BookingAttributes, Name>;
} & { readonly [Name in Exclude<BookingAttributeName, RequiredAttributeName>]?: ValueIn<BookingAttributes, Name> };

type Marks = Readonly<Record<string, string | true>>;

/** @param mark if absent, all names are returned */
const namesOf = (attributes: Readonly<Record<string, Marks>>, mark?: string): readonly string[] =>
  Object.keys(attributes).filter((name) => mark === undefined || attributes[name]?.[mark] === true);

export const userAttributeNames = /* @__PURE__ */ namesOf(userAttributes) as readonly UserAttributeName[];
export const identifierNames = /* @__PURE__ */ namesOf(userAttributes, 'identifies') as readonly IdentifierName[];
export const searchedNames = /* @__PURE__ */ namesOf(userAttributes, 'isSearchedByWord') as readonly SearchedName[];
export const bookingAttributeNames = /* @__PURE__ */ namesOf(bookingAttributes) as readonly BookingAttributeName[];
export const nearAttributeNames = /* @__PURE__ */ namesOf(bookingAttributes, 'isNear') as readonly NearAttributeName[];
export const requiredAttributeNames = /* @__PURE__ */ namesOf(
  bookingAttributes,
  'isRequired',
) as readonly RequiredAttributeName[];

/** Returns the rules of attributes, by name. @param fields passed by the caller, so that this file does not load them */
export const rulesOf = <Described extends Readonly<Record<string, UserAttribute | BookingAttribute>>>(
  described: Described,
  fields: Fields,
) =>
  Object.fromEntries(
    Object.entries(described).map(([name, { field = name as keyof Fields }]) => [name, fields[field]]),
  ) as unknown as { readonly [Name in keyof Described]: Fields[FieldName<Name, Described[Name]>] };
