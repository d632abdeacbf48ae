import {
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
  type _Record,
  type DynamoDBStreamsClient,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { StreamBatch } from '../../domain/failed-delivery.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';

/** Converts a record of DynamoDB Streams to the form in which Lambda passes it to a function. */
export const toLambdaRecord = ({ dynamodb, userIdentity, ...record }: _Record, streamArn: string): DynamoDBRecord =>
  ({
    ...record,
    eventSourceARN: streamArn,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: Math.floor(Number(dynamodb?.ApproximateCreationDateTime ?? 0) / 1000),
    },
    ...(userIdentity && { userIdentity: { type: userIdentity.Type, principalId: userIdentity.PrincipalId } }),
  }) as DynamoDBRecord;

const numberOf = (record: _Record): bigint => BigInt(record.dynamodb?.SequenceNumber ?? 0);

const isGone = (error: unknown): boolean =>
  error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException;

/**
 * Reads the records of the batch, including the first and the last, in the form in which Lambda gets them.
 * @returns undefined if the stream no longer has the records, which it keeps for 24 hours
 */
export const readStreamBatch = async (
  streams: Pick<DynamoDBStreamsClient, 'send'>,
  { streamArn, shardId, startSequenceNumber, endSequenceNumber }: StreamBatch,
): Promise<DynamoDBRecord[] | undefined> => {
  const last = BigInt(endSequenceNumber);
  const found: DynamoDBRecord[] = [];
  try {
    const start = new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shardId,
      ShardIteratorType: 'AT_SEQUENCE_NUMBER',
      SequenceNumber: startSequenceNumber,
    });
    let { ShardIterator: iterator } = await streams.send(start);
    while (iterator !== undefined) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
      const records = page.Records ?? [];
      const wanted = records.filter((record) => numberOf(record) <= last);
      found.push(...wanted.map((record) => toLambdaRecord(record, streamArn)));
      iterator = records.some((record) => numberOf(record) >= last) ? undefined : page.NextShardIterator;
    }
    return found;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw translateFailure('DynamoDB Streams', error);
  }
};
