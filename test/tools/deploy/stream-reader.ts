import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { isSelected } from '../../../shared/stream-filters.ts';
import type { DeployedStack } from './deployed-stack.ts';
import type { Moto } from './moto.ts';

type Filters = Parameters<typeof isSelected>[0];

/** Returns a function that reads the records that a stream has received since the previous call. */
const openStream = (StreamArn: string | undefined, options: Moto['client']) => {
  const client = new DynamoDBStreamsClient(options);
  let readCount = 0;
  return async () => {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
    const { ShardIterator } = await client.send(new GetShardIteratorCommand(start));
    const { Records = [] } = await client.send(new GetRecordsCommand({ ShardIterator }));
    const fresh = Records.slice(readCount);
    readCount = Records.length;
    return fresh;
  };
};

/**
 * Opens the streams that a function reads, at their end.
 * @returns `deliver`, which calls the function with the new records that match its filters
 */
export const openDelivery = async ({ functions, invoke }: DeployedStack, name: string, { client }: Moto) => {
  const lambda = new LambdaClient(client);
  const { functionName: FunctionName } = functions.find((each) => each.name === name) ?? {};
  const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand({ FunctionName }));
  const streams = EventSourceMappings.map(({ EventSourceArn, FilterCriteria }) => ({
    eventSourceARN: EventSourceArn,
    filters: FilterCriteria?.Filters?.map(({ Pattern = '' }) => JSON.parse(Pattern) as unknown) as Filters,
    read: openStream(EventSourceArn, client),
  }));
  const take = async () => {
    const taken = streams.map(async ({ eventSourceARN, filters, read }) =>
      (await read())
        .filter((record) => isSelected(filters, record))
        .map(({ dynamodb, ...record }) => {
          // Lambda passes times to a function in seconds.
          const ApproximateCreationDateTime = Number(dynamodb?.ApproximateCreationDateTime) / 1000;
          return { ...record, eventSourceARN, dynamodb: { ...dynamodb, ApproximateCreationDateTime } };
        }),
    );
    return (await Promise.all(taken)).flat();
  };
  await take();
  return async () => {
    const Records = await take();
    return { count: Records.length, ...(await invoke(name, { Records })) };
  };
};
