import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ServiceError } from '../../domain/service-error.ts';
import { backOffMilliseconds } from '../sdk/call-budget.ts';
import type { Database } from './database.ts';

export type TransactionWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

type Committed =
  | { readonly isCommitted: true }
  /** Nothing was written, because these conditions did not hold. */
  | { readonly isCommitted: false; readonly failed: readonly FailedCondition[] };

interface FailedCondition {
  readonly index: number;
  /** The existing item, if the write asked for it with `ReturnValuesOnConditionCheckFailure: 'ALL_OLD'`. */
  readonly found?: Record<string, unknown>;
}

const MAX_TRIES = 6;

/** The cancellation reasons after which a retry might succeed: another transaction uses an item, or there is no capacity. */
const TEMPORARY = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const failedConditions = ({ CancellationReasons = [] }: TransactionCanceledException): FailedCondition[] =>
  CancellationReasons.flatMap(({ Code, Item }, index) =>
    Code === 'ConditionalCheckFailed' ? [{ index, ...(Item && { found: unmarshall(Item) }) }] : [],
  );

/** `TransactionInProgress`: the same transaction was sent before and has not ended. */
const isTemporary = (error: unknown): boolean =>
  error instanceof TransactionInProgressException ||
  (error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code = '' }) => TEMPORARY.has(Code)));

/**
 * Commits all writes, or none. If a response is lost, the `ClientRequestToken` tells DynamoDB that the next request is a retry
 * (DynamoDB API Reference, "TransactWriteItems").
 * @param writes at most 100, each to a different item
 * @throws ServiceError `dependency_unavailable` if other transactions keep the items busy
 */
export const commit = async (database: Database, writes: readonly TransactionWrite[]): Promise<Committed> => {
  const command = new TransactWriteCommand({ TransactItems: [...writes], ClientRequestToken: randomUUID() });
  for (let tries = 1; ; tries += 1) {
    try {
      await database.send(command);
      return { isCommitted: true };
    } catch (error) {
      if (error instanceof TransactionCanceledException) {
        const failed = failedConditions(error);
        if (failed.length > 0) return { isCommitted: false, failed };
      }
      if (!isTemporary(error)) throw error;
      if (tries === MAX_TRIES)
        throw new ServiceError('dependency_unavailable', 'other transactions keep the items busy', { cause: error });
      await sleep(backOffMilliseconds(tries));
    }
  }
};
