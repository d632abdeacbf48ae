import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { isSelected } from '../../../shared/stream-filters.ts';
import type { DeployedStack } from './deployed-stack.ts';
import type { Moto } from './moto.ts';

/** Returns a function that reads the records that a stream has received since the previous call. */
const openStream = (streamArn: string, options: Moto['client']) => {
  const client = new DynamoDBStreamsClient(options);
  let readCount = 0;
  return async (): Promise<object[]> => {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ StreamArn: streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    const { Records = [] } = await client.send(new GetRecordsCommand({ ShardIterator }));
    const fresh = Records.slice(readCount);
    readCount = Records.length;
    // Lambda passes times to a function in seconds.
    return fresh.map((record) => ({
      ...record,
      dynamodb: {
        ...record.dynamodb,
        ApproximateCreationDateTime: Number(record.dynamodb?.ApproximateCreationDateTime) / 1000,
      },
    }));
  };
};

/** Returns `take`, which reads the new records that match a function's filters, and returns them as Lambda passes them. */
export const openDelivery = async ({ mappings, functions }: DeployedStack, name: string, { client }: Moto) => {
  const { arn } = functions.find((each) => each.name === name) ?? {};
  const streams = mappings
    .filter(({ functionArn }) => functionArn === arn)
    .map(({ streamArn, filters }) => ({ streamArn, filters, read: openStream(streamArn, client) }));
  const take = async () => {
    const taken = streams.map(async ({ streamArn, filters, read }) =>
      (await read())
        .filter((record) => isSelected(filters as Parameters<typeof isSelected>[0], record))
        .map((record) => ({ ...record, eventSourceARN: streamArn })),
    );
    return (await Promise.all(taken)).flat();
  };
  await take();
  return take;
};
