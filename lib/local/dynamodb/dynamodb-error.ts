export class DynamoDbError extends Error {
  override readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(name: string, message: string, members: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = name;
    this.members = members;
  }
}

/** The error for a request that DynamoDB rejects before it looks at any item. */
export const invalid = (message: string): DynamoDbError => new DynamoDbError('ValidationException', message);

export const invalidParameter = (message: string): DynamoDbError =>
  invalid(`One or more parameter values were invalid: ${message}`);

/** The error for a request that is valid for DynamoDB but uses something that this project does not need. */
export const unsupported = (what: string): DynamoDbError => invalid(`The local DynamoDB does not support ${what}`);

export const serialization = (): DynamoDbError =>
  new DynamoDbError('SerializationException', 'Unexpected value type in payload');
