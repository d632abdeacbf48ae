import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';

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
