import type { AttributeValue } from '@aws-sdk/client-dynamodb';

type Attributes = Readonly<Record<string, AttributeValue>>;

/** A check-in that a request to DynamoDB is about to write on a booking, and that the user is to hear of. */
export interface CheckinWrite {
  /** Partition key of the booking. */
  readonly companyUser: string;
  readonly checkinId: string;
  /** The moment of the check-in, as DynamoDB writes numbers. */
  readonly at: string;
}

interface WriteRequest {
  readonly TableName?: string;
  readonly Key?: Attributes;
  readonly Item?: Attributes;
  readonly ExpressionAttributeValues?: Attributes;
}

const CHECKING_IN = /^DynamoDB_20120810\.(?:UpdateItem|PutItem)$/;

/** Whether an operation (the header `X-Amz-Target`) can check in at all; all others need not be looked into. */
export const canCheckIn = (target: unknown): boolean => typeof target === 'string' && CHECKING_IN.test(target);

const parse = (body: Buffer): WriteRequest => {
  try {
    return JSON.parse(body.toString()) as WriteRequest;
  } catch {
    return {};
  }
};

/** Whatever the request calls it: an expression may name its values as it likes. */
const findCheckin = ({ Item, ExpressionAttributeValues }: WriteRequest): Attributes | undefined =>
  [Item?.['checkin'], ...Object.values(ExpressionAttributeValues ?? {})].find(
    (value) => value?.M?.['notify']?.BOOL === true && value.M['checkinId']?.S !== undefined,
  )?.M;

/** The check-in in the body of an UpdateItem or PutItem; undefined where there is none. */
export const findCheckinWrite = (body: Buffer, bookingsTable: string): CheckinWrite | undefined => {
  const request = parse(body);
  if (request.TableName !== bookingsTable) return undefined;
  const checkin = findCheckin(request);
  const [companyUser, checkinId, at] = [
    (request.Key ?? request.Item)?.['companyUser']?.S,
    checkin?.['checkinId']?.S,
    checkin?.['at']?.N,
  ];
  if (companyUser === undefined || checkinId === undefined || at === undefined) return undefined;
  return { companyUser, checkinId, at };
};
