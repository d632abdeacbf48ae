import { hash } from 'node:crypto';
import {
  AwsError,
  limits,
  invalid,
  invalidParameter,
  nonEmptyListIn,
  oneOf,
  recordIn,
  rejectOthers,
  type Input,
} from './request.ts';
import { parseItem, sizeOfItem, type Item } from './attribute-value.ts';
import { assertDistinct, requestsByTable } from './batches.ts';
import { consumedBy, consumedByTable, unitsOfWrite } from './capacity.ts';
import { applyActions, Expressions } from './expressions.ts';
import type { State } from './state.ts';
import {
  assertNoEmptyKeys,
  checkIndexKeys,
  checkItemKey,
  checkKey,
  namesOf,
  pickAttributes,
} from './table-definition.ts';
import type { Change, Table } from './table.ts';

type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

const COMMON_MEMBERS =
  'TableName ConditionExpression ExpressionAttributeNames ExpressionAttributeValues ReturnValuesOnConditionCheckFailure';

/** The members of each kind of write, separated by spaces. */
export const writeMembers: Readonly<Record<WriteKind, string>> = {
  Put: `Item ${COMMON_MEMBERS}`,
  Update: `Key UpdateExpression ${COMMON_MEMBERS}`,
  Delete: `Key ${COMMON_MEMBERS}`,
  ConditionCheck: `Key ${COMMON_MEMBERS}`,
};

/** A write that has been checked, but not applied to the current item yet. */
interface ItemWrite {
  readonly table: Table;
  readonly key: Item;
  /** @throws AwsError if the condition does not hold, or the update does not fit the item */
  readonly apply: () => Change;
}

/** Checks a write without reading the stored item. @throws AwsError */
const prepareWrite = (kind: WriteKind, table: Table, input: Input): ItemWrite => {
  const { definition } = table;
  const onFailure = oneOf(input, 'ReturnValuesOnConditionCheckFailure', 'NONE', 'ALL_OLD');
  const expressions = new Expressions(input);
  const item = kind === 'Put' ? parseItem(input['Item']) : undefined;
  const key = item ? pickAttributes(namesOf(definition.key), item) : parseItem(input['Key']);
  const actions = kind === 'Update' ? (expressions.update() ?? []) : [];
  const condition = expressions.condition('ConditionExpression');
  if (kind === 'ConditionCheck' && !condition) throw invalid('conditionExpression: Member must not be null');
  expressions.assertAllUsed();
  const updatedKey = namesOf(definition.key).find((name) => actions.some(({ path }) => path[0] === name));
  if (updatedKey !== undefined)
    throw invalidParameter(`Cannot update attribute ${updatedKey}. This attribute is part of the key`);

  assertNoEmptyKeys(definition, item ?? key);
  // An update could set a key of an index to an empty text. Applied to an absent attribute, it shows the value that it sets.
  for (const { path, change } of actions) {
    const value = path.length === 1 ? change(undefined) : undefined;
    if (value) assertNoEmptyKeys(definition, { [String(path[0])]: value });
  }

  const itemAfter = (before: Item | undefined): Item | undefined => {
    if (kind === 'Put') return item;
    if (kind === 'Update') return applyActions(actions, before ?? key);
    return kind === 'Delete' ? undefined : before;
  };
  const apply = (): Change => {
    if (item) checkItemKey(definition, item);
    else checkKey(definition, key);
    const before = table.find(key);
    if (condition?.(before ?? {}) === false)
      throw new AwsError('ConditionalCheckFailedException', 'The conditional request failed', {
        ...(onFailure === 'ALL_OLD' && before && { Item: before }),
      });
    const after = itemAfter(before);
    checkIndexKeys(definition, after ?? {});
    if (sizeOfItem(after) > limits.itemBytes) throw invalid('Item size has exceeded the maximum allowed size');
    return { table: definition, before, after };
  };
  return { table, key, apply };
};

export const writeItem =
  (kind: WriteKind) =>
  (state: State, input: Input): object => {
    const { apply } = prepareWrite(kind, state.table(input['TableName']), input);
    const returnsItem = oneOf(input, 'ReturnValues', 'NONE', 'ALL_NEW') === 'ALL_NEW';
    const change = apply();
    state.write([change]);
    return {
      ...(returnsItem && { Attributes: change.after }),
      ...consumedBy(input, () => unitsOfWrite(change)),
    };
  };

/** Performs up to 25 puts and deletions of different items, without conditions. */
export const batchWriteItem = (state: State, input: Input): object => {
  const writes = requestsByTable(state, input).flatMap(({ table, requests }) =>
    nonEmptyListIn(requests, 'The list of write requests').map((request) => {
      const { PutRequest, DeleteRequest, ...others } = recordIn(request);
      const isPut = PutRequest !== undefined;
      const isDelete = DeleteRequest !== undefined;
      if (isPut === isDelete || Object.keys(others).length > 0)
        throw invalid('Supplied WriteRequest must contain exactly one of PutRequest or DeleteRequest');
      return isPut
        ? prepareWrite('Put', table, recordIn(PutRequest))
        : prepareWrite('Delete', table, recordIn(DeleteRequest));
    }),
  );
  assertDistinct(writes, limits.batchWrites);
  const changes = writes.map(({ apply }) => apply());
  state.write(changes);
  return { UnprocessedItems: {}, ...consumedByTable(input, () => changes.map((change) => unitsOfWrite(change))) };
};

const prepareAction = (state: State, raw: unknown): ItemWrite => {
  const [member, ...others] = Object.entries(recordIn(raw));
  if (!member || others.length > 0 || !Object.hasOwn(writeMembers, member[0]))
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  const [kind, action] = member as [WriteKind, unknown];
  const input = recordIn(action);
  rejectOthers(input, writeMembers[kind], `TransactWriteItems ${kind}`);
  return prepareWrite(kind, state.table(input['TableName']), input);
};

interface Outcome {
  readonly change?: Change;
  readonly reason: { readonly Code: string; readonly Message?: string; readonly Item?: Item };
}

const attempt = ({ apply }: ItemWrite): Outcome => {
  try {
    return { change: apply(), reason: { Code: 'None' } };
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const Code = error.name === 'ConditionalCheckFailedException' ? 'ConditionalCheckFailed' : 'ValidationError';
    return { reason: { Code, Message: error.message, ...error.members } };
  }
};

/** Returns the changes of all actions. @throws AwsError with the reasons if any action fails */
const applyAll = (actions: readonly ItemWrite[]): Change[] => {
  const outcomes = actions.map(attempt);
  const changes = outcomes.flatMap(({ change }) => change ?? []);
  if (changes.length < outcomes.length) {
    const reasons = outcomes.map(({ reason }) => reason);
    throw new AwsError(
      'TransactionCanceledException',
      `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
      { CancellationReasons: reasons },
    );
  }
  const sizes = changes.map(({ before, after }) => Math.max(sizeOfItem(before), sizeOfItem(after)));
  if (sizes.reduce((total, one) => total + one, 0) > limits.transactionBytes)
    throw invalid('The aggregate size of items in a transaction cannot exceed 4 MB');
  return changes;
};

/** Performs all actions, or none. A retry with the same token within 10 minutes does nothing. @throws AwsError */
export const transactWriteItems = (state: State, input: Input): object => {
  const { TransactItems, ClientRequestToken: token } = input;
  if (token !== undefined && (typeof token !== 'string' || token === '' || token.length > limits.tokenLength))
    throw invalid(`ClientRequestToken must have a length of 1 to ${limits.tokenLength}`);
  const actions = nonEmptyListIn(TransactItems, 'TransactItems').map((one) => prepareAction(state, one));
  assertDistinct(actions, limits.transactionActions);
  const digest = token === undefined ? '' : hash('sha256', JSON.stringify(TransactItems));
  const earlierDigest = token === undefined ? undefined : state.digestOf(token);
  const isRetry = earlierDigest !== undefined;
  if (isRetry && earlierDigest !== digest)
    throw new AwsError(
      'IdempotentParameterMismatchException',
      'The request uses the same client token as a previous, but non-identical request.',
    );
  const changes = isRetry ? [] : applyAll(actions);
  if (!isRetry) state.write(changes, token === undefined ? undefined : { token, digest });
  return consumedByTable(input, () => changes.map((change) => unitsOfWrite(change, 2)));
};
