import { hash } from 'node:crypto';
import { sizeOfItem, type Item } from './attribute-value.ts';
import { consumedByTable, unitsOfWrite } from './capacity.ts';
import { DynamoDbError, invalid } from './dynamodb-error.ts';
import { checkItems } from './item-operations.ts';
import { limits } from './limits.ts';
import { prepareWrite, type ItemWrite, type WriteKind } from './item-write.ts';
import { listIn, recordIn, rejectOthers, type Input } from './request-members.ts';
import type { State } from './state.ts';
import type { Change } from './table.ts';

const COMMON_MEMBERS = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
];
/** The members of each kind of action, besides the common members. The last member in each list is required. */
const MEMBERS: Readonly<Record<WriteKind, readonly [...string[], string]>> = {
  Put: ['Item'],
  Update: ['Key', 'UpdateExpression'],
  Delete: ['Key'],
  ConditionCheck: ['Key', 'ConditionExpression'],
};

const prepareAction = (state: State, raw: unknown): ItemWrite => {
  const [[name, action] = ['', undefined], ...others] = Object.entries(recordIn(raw));
  if (others.length > 0 || !Object.hasOwn(MEMBERS, name))
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  const kind = name as WriteKind;
  const input = recordIn(action);
  rejectOthers(input, [...MEMBERS[kind], ...COMMON_MEMBERS], `TransactWriteItems ${kind}`);
  const required = MEMBERS[kind].at(-1) as string;
  if (input[required] === undefined) throw invalid(`${required} of ${kind} must not be null`);
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
    if (!(error instanceof DynamoDbError)) throw error;
    const Code = error.name === 'ConditionalCheckFailedException' ? 'ConditionalCheckFailed' : 'ValidationError';
    return { reason: { Code, Message: error.message, ...error.members } };
  }
};

/** Returns the changes of all actions. @throws DynamoDbError with the reasons if any action fails */
const applyAll = (actions: readonly ItemWrite[]): Change[] => {
  const outcomes = actions.map(attempt);
  const changes = outcomes.flatMap(({ change }) => change ?? []);
  if (changes.length < outcomes.length) {
    const reasons = outcomes.map(({ reason }) => reason);
    throw new DynamoDbError(
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

/** Performs all actions, or none. A retry with the same token within 10 minutes does nothing. @throws DynamoDbError */
export const transactWriteItems = (state: State, input: Input): object => {
  const { TransactItems, ClientRequestToken: token } = input;
  if (token !== undefined && (typeof token !== 'string' || token === '' || token.length > limits.tokenLength))
    throw invalid(`ClientRequestToken must have a length of 1 to ${limits.tokenLength}`);
  const raw = listIn(TransactItems);
  if (raw.length === 0) throw invalid('TransactItems must not be empty');
  const actions = raw.map((one) => prepareAction(state, one));
  checkItems(actions, limits.transactionActions);
  const digest = token === undefined ? '' : hash('sha256', JSON.stringify(TransactItems));
  const known = token === undefined ? undefined : state.digestOf(token);
  if (known !== undefined && known !== digest)
    throw new DynamoDbError(
      'IdempotentParameterMismatchException',
      'The request uses the same client token as a previous, but non-identical request.',
    );
  const changes = known === undefined ? applyAll(actions) : [];
  if (known === undefined) state.write(changes, token === undefined ? undefined : { token, digest });
  return consumedByTable(input, () => changes.map((change) => unitsOfWrite(change, 2)));
};
