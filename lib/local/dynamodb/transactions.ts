import { hash } from 'node:crypto';
import { isRecord, sizeOfItem, type Item } from './attribute-value.ts';
import { consumedByTable, readUnits, unitsOfWrite } from './capacity.ts';
import { DynamoDbError, invalid } from './dynamodb-error.ts';
import { prepareGet } from './item-operations.ts';
import { prepareWrite, type ItemWrite, type WriteKind } from './item-write.ts';
import { rejectOthers } from './members.ts';
import type { State } from './state.ts';
import { identify } from './table-definition.ts';
import type { Change, Table } from './table.ts';

const MAX_ACTIONS = 100;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_TOKEN_LENGTH = 36;

const WRITE_MEMBERS: Readonly<Record<WriteKind, readonly string[]>> = {
  Put: ['Item'],
  Update: ['Key', 'UpdateExpression'],
  Delete: ['Key'],
  ConditionCheck: ['Key'],
};
const COMMON_MEMBERS = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
];

interface Action extends ItemWrite {
  readonly table: Table;
}

const actionsIn = (raw: unknown, member: string): readonly unknown[] => {
  const actions: readonly unknown[] = Array.isArray(raw) ? raw : [];
  if (actions.length < 1 || actions.length > MAX_ACTIONS)
    throw invalid(
      `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must have length less than or equal to ${MAX_ACTIONS} and greater than or equal to 1`,
    );
  return actions;
};

const assertDistinct = (actions: readonly { readonly table: Table; readonly key: Item }[]): void => {
  const identities = new Set(actions.map(({ table, key }) => identify(table.definition, key)));
  if (identities.size < actions.length)
    throw invalid('Transaction request cannot include multiple operations on one item');
};

const assertFits = (bytes: readonly number[]): void => {
  if (bytes.reduce((total, one) => total + one, 0) > MAX_BYTES)
    throw invalid('The aggregate size of items in a transaction cannot exceed 4 MB');
};

const prepareAction = (state: State, raw: unknown): Action => {
  const entries = isRecord(raw) ? Object.entries(raw) : [];
  const [[name, input] = ['', undefined]] = entries;
  if (entries.length !== 1 || !Object.hasOwn(WRITE_MEMBERS, name) || !isRecord(input))
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  const kind = name as WriteKind;
  rejectOthers(input, [...WRITE_MEMBERS[kind], ...COMMON_MEMBERS], `TransactWriteItems ${kind}`);
  const required =
    kind === 'Update' ? 'UpdateExpression' : kind === 'ConditionCheck' ? 'ConditionExpression' : undefined;
  if (required && input[required] === undefined)
    throw invalid(
      `1 validation error detected: Value null at '${required}' failed to satisfy constraint: Member must not be null`,
    );
  const table = state.table(input['TableName']);
  return { table, ...prepareWrite(kind, table, input) };
};

interface Outcome {
  readonly change?: Change;
  readonly reason: { readonly Code: string; readonly Message?: string; readonly Item?: Item };
}

const attempt = ({ table, key, apply }: Action): Outcome => {
  try {
    return { change: apply(table.items.find(key)), reason: { Code: 'None' } };
  } catch (error) {
    if (!(error instanceof DynamoDbError)) throw error;
    const Code = error.name === 'ConditionalCheckFailedException' ? 'ConditionalCheckFailed' : 'ValidationError';
    return { reason: { Code, Message: error.message, ...error.members } };
  }
};

const bytesOf = ({ before, after }: Change): number =>
  Math.max(before ? sizeOfItem(before) : 0, after ? sizeOfItem(after) : 0);

interface TransactWriteInput {
  readonly TransactItems?: unknown;
  readonly ClientRequestToken?: unknown;
  readonly ReturnConsumedCapacity?: unknown;
}

/** All actions, or none. A repeat with the same token within 10 minutes does nothing. @throws DynamoDbError */
export const transactWriteItems = (state: State, input: TransactWriteInput): object => {
  const { TransactItems, ClientRequestToken: token } = input;
  if (token !== undefined && (typeof token !== 'string' || token === '' || token.length > MAX_TOKEN_LENGTH))
    throw invalid("1 validation error detected: Value at 'clientRequestToken' failed to satisfy constraint");
  const actions = actionsIn(TransactItems, 'transactItems').map((raw) => prepareAction(state, raw));
  assertDistinct(actions);
  const digest = hash('sha256', JSON.stringify(TransactItems));
  const known = token === undefined ? undefined : state.digestOf(token);
  if (known !== undefined && known !== digest)
    throw new DynamoDbError(
      'IdempotentParameterMismatchException',
      'The request uses the same client token as a previous, but non-identical request.',
    );
  const outcomes = known === undefined ? actions.map(attempt) : [];
  const changes = outcomes.flatMap(({ change }) => change ?? []);
  if (changes.length < outcomes.length) {
    const reasons = outcomes.map(({ reason }) => reason);
    throw new DynamoDbError(
      'TransactionCanceledException',
      `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
      { CancellationReasons: reasons },
    );
  }
  assertFits(changes.map(bytesOf));
  if (known === undefined) state.write(changes, token === undefined ? undefined : { token, digest });
  const ConsumedCapacity = consumedByTable(
    input.ReturnConsumedCapacity,
    changes.map((change) => unitsOfWrite(change, 2)),
  );
  return { ...(ConsumedCapacity && { ConsumedCapacity }) };
};

/** Up to 100 items as they are at one moment. @throws DynamoDbError */
export const transactGetItems = (
  state: State,
  {
    TransactItems,
    ReturnConsumedCapacity,
  }: { readonly TransactItems?: unknown; readonly ReturnConsumedCapacity?: unknown },
): object => {
  const reads = actionsIn(TransactItems, 'transactItems').map((raw) => {
    const get = isRecord(raw) ? raw['Get'] : undefined;
    if (!isRecord(get)) throw invalid('TransactItems can only contain Get');
    rejectOthers(get, ['TableName', 'Key', 'ProjectionExpression', 'ExpressionAttributeNames'], 'TransactGetItems Get');
    const table = state.table(get['TableName']);
    return { table, ...prepareGet(table, get)(get['Key']) };
  });
  assertDistinct(reads);
  const found = reads.map(({ table, find }) => ({ table, ...find() }));
  assertFits(found.map(({ bytes }) => bytes));
  const ConsumedCapacity = consumedByTable(
    ReturnConsumedCapacity,
    found.map(({ table, bytes }) => ({ table: table.definition, ofTable: readUnits(bytes, 2), ofIndexes: {} })),
  );
  return {
    Responses: found.map(({ item }) => (item ? { Item: item } : {})),
    ...(ConsumedCapacity && { ConsumedCapacity }),
  };
};
