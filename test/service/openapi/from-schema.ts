import fc from 'fast-check';

/** The part of JSON Schema that request bodies use. */
export interface BodyPart {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, BodyPart>>;
}

const startOfYear = (year: number): Date => new Date(Date.UTC(year, 0));

const texts = ({ format, pattern, minLength = 0, maxLength = 100 }: BodyPart): fc.Arbitrary<string> => {
  if (format === 'date-time') {
    const dates = fc.date({ min: startOfYear(1000), max: startOfYear(9999), noInvalidDate: true });
    return dates.map((date) => date.toISOString());
  }
  if (pattern !== undefined) {
    const isLengthValid = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
    return fc.stringMatching(new RegExp(pattern, 'u')).filter(isLengthValid);
  }
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.ceil(maxLength / 8) });
};

/** Values that a schema allows. */
const validValues = (schema: BodyPart): fc.Arbitrary<unknown> => {
  const { minimum, maximum, properties = {} } = schema;
  const makers: Record<string, () => fc.Arbitrary<unknown>> = {
    integer: () => fc.maxSafeNat().filter((value) => value >= (minimum ?? 0) && value <= (maximum ?? value)),
    string: () => texts(schema),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    object: () =>
      fc.record(Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, validValues(part)]))),
  };
  const types = [schema.type ?? 'null'].flat();
  return fc.oneof(...types.map((type) => (makers[type] as () => fc.Arbitrary<unknown>)()));
};

/** Values just inside and just outside the limits of a schema. */
const edges = ({ minimum = 0, maximum = 0, minLength = 1, maxLength = 1 }: BodyPart): unknown[] => [
  minimum - 1,
  minimum,
  minimum + 0.5,
  maximum,
  maximum + 1,
  ...[minLength - 1, minLength, maxLength, maxLength + 1].map((length) => 'x'.repeat(length)),
];

/** Bodies whose members are missing, valid, nearly valid, or arbitrary. */
export const bodiesLike = ({ properties = {} }: BodyPart): fc.Arbitrary<object> => {
  const member = (part: BodyPart) =>
    fc.oneof(
      { weight: 6, arbitrary: validValues(part) },
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...edges(part)) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    );
  const members = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, member(part)]));
  return fc.record(members, { requiredKeys: [] });
};
