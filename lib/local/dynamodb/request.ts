/** An error response of an AWS service. The SDK chooses the exception by the name. */
export class AwsError extends Error {
  override readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(name: string, message: string, members: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = name;
    this.members = members;
  }
}

/** DynamoDB's limits. Sizes are in bytes. */
export const limits = {
  itemBytes: 400 * 1024,
  partitionKeyBytes: 2048,
  sortKeyBytes: 1024,
  expressionBytes: 4096,
  pageBytes: 1024 * 1024,
  batchReads: 100,
  batchWrites: 25,
  transactionActions: 100,
  transactionBytes: 4 * 1024 * 1024,
  tokenLength: 36,
  nesting: 32,
  segments: 1_000_000,
} as const;

/** The error for a request that DynamoDB rejects before it looks at any item. */
export const invalid = (message: string): AwsError => new AwsError('ValidationException', message);

export const invalidParameter = (message: string): AwsError =>
  invalid(`One or more parameter values were invalid: ${message}`);

/** The error for a request that is valid for DynamoDB but uses something that this project does not need. */
export const unsupported = (what: string): AwsError => invalid(`The local DynamoDB does not support ${what}`);

/** The error for a member whose JSON has the wrong type. */
export const wrongType = (): AwsError => new AwsError('SerializationException', 'Unexpected value type in payload');

/** A request, or an object inside a request. */
export type Input = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns `raw`, which must be an object. @throws AwsError */
export const recordIn = (raw: unknown): Input => {
  if (!isRecord(raw)) throw wrongType();
  return raw;
};

/** Returns `raw`, which must be a list with at least one element. @throws AwsError */
export const nonEmptyListIn = (raw: unknown, name: string): readonly unknown[] => {
  if (!Array.isArray(raw)) throw wrongType();
  if (raw.length === 0) throw invalid(`${name} must not be empty`);
  return raw as readonly unknown[];
};

/**
 * Rejects a request with an unknown member, which the engine would otherwise ignore silently.
 * @param known the names of the known members, separated by spaces
 * @throws AwsError
 */
export const rejectOthers = (input: Input, known: string, operation: string): void => {
  const names = new Set(known.split(' '));
  const unknown = Object.keys(input).find((name) => !names.has(name));
  if (unknown !== undefined) throw unsupported(`${unknown} in ${operation}`);
};

/** Returns the member `name`, which must be one of `values`. Default: the first value. @throws AwsError */
export const oneOf = <Value extends string>(input: Input, name: string, ...values: [Value, ...Value[]]): Value => {
  const raw = input[name] ?? values[0];
  const value = values.find((one) => one === raw);
  if (value === undefined) throw invalid(`${name} must be one of ${values.join(', ')} in the local DynamoDB`);
  return value;
};
