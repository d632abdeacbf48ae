import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';

/** A record of DynamoDB Streams as Lambda passes it to a function. */
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
