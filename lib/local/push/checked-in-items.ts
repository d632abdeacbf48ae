import { GetItemCommand, paginateQuery, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import pMap from 'p-map';
import { MAX_CHECKIN_PERIOD_MILLISECONDS } from '../../../shared/domain/checkin-period.ts';
import type { CheckinWrite } from './checkin-write.ts';
import type { Item } from './stream-record.ts';

const READS_AT_ONCE = 10;

/** The bookings, as they are in the table, that a check-in has checked in. */
export const readCheckedInItems = async (
  client: DynamoDBClient,
  TableName: string,
  { companyUser, checkinId, at }: CheckinWrite,
): Promise<Item[]> => {
  const query = {
    TableName,
    IndexName: 'byNoShow',
    KeyConditionExpression: 'companyUser = :companyUser AND noShowAt BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':companyUser': { S: companyUser },
      ':first': { N: at },
      ':last': { N: String(Number(at) + MAX_CHECKIN_PERIOD_MILLISECONDS) },
    },
  };
  const read = async (bookingId: string): Promise<Item | undefined> => {
    const Key = { companyUser: { S: companyUser }, bookingId: { S: bookingId } };
    return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  };
  const ids: string[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    ids.push(...Items.map(({ bookingId }) => bookingId?.S as string));
  }
  const items = await pMap(ids, read, { concurrency: READS_AT_ONCE });
  return items.filter((item) => item?.['checkin']?.M?.['checkinId']?.S === checkinId) as Item[];
};
