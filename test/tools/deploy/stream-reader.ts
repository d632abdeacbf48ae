import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { Moto } from './moto.ts';

type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/**
 * The part of Lambda's event filter rules that is used here: each value of the pattern is a list of accepted values, or
 * `{exists}`.
 */
export const matchesFilter = (pattern: Json, value: Json | undefined): boolean => {
  if (Array.isArray(pattern)) {
    return pattern.some((rule) =>
      rule !== null && typeof rule === 'object' && 'exists' in rule
        ? (value !== undefined) === rule.exists
        : rule === value,
    );
  }
  return Object.entries(pattern as Record<string, Json>).every(([member, rule]) =>
    matchesFilter(rule, (value as Record<string, Json> | undefined)?.[member]),
  );
};

/** Reads the records of a stream that were not read before. */
export const openStream = (streamArn: string, options: Moto['client']) => {
  const client = new DynamoDBStreamsClient(options);
  let seen = 0;
  return async (): Promise<Record<string, Json>[]> => {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ StreamArn: streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    const { Records = [] } = await client.send(new GetRecordsCommand({ ShardIterator }));
    const fresh = Records.slice(seen);
    seen = Records.length;
    return JSON.parse(JSON.stringify(fresh)) as Record<string, Json>[];
  };
};
