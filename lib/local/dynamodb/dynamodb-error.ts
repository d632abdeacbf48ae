/** An error of DynamoDB: its name, its message, and the further members of the response. */
export class DynamoDbError extends Error {
  override readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(name: string, message: string, members: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = name;
    this.members = members;
  }
}

/** A request that DynamoDB rejects before it looks at any item. */
export const invalid = (message: string): DynamoDbError => new DynamoDbError('ValidationException', message);

export const invalidParameter = (message: string): DynamoDbError =>
  invalid(`One or more parameter values were invalid: ${message}`);
