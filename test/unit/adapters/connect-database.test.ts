import { createHash, createHmac } from 'node:crypto';
import { DeleteItemCommand, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { makeClient } from '../../../shared/adapters/dynamodb/connect-database.ts';

const REGION = 'eu-central-1';

interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Makes two calls. @returns the requests that it sends */
const sendTwice = async (
  respond: (requestNumber: number) => readonly [number, object] = () => [200, {}],
): Promise<SentRequest[]> => {
  const sent: SentRequest[] = [];
  const handle = async (request: SentRequest) => {
    const [statusCode, body] = respond(sent.push(request));
    return { response: { statusCode, headers: {}, body: Buffer.from(JSON.stringify(body)) } };
  };
  const requestHandler = { handle } as unknown as NonNullable<DynamoDBClientConfig['requestHandler']>;
  const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' };
  const client = makeClient({ region: REGION, credentials, requestHandler });
  const remove = () => client.send(new DeleteItemCommand({ TableName: 'Users', Key: { userKey: { S: 'a' } } }));
  await remove();
  await remove();
  return sent;
};

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

const readAuthorization = ({ headers }: SentRequest) =>
  /Credential=(?<accessKeyId>[^/]+)\/.*SignedHeaders=(?<names>[^,]+), Signature=(?<signature>\w+)/.exec(
    headers['authorization'] ?? '',
  )?.groups ?? {};

/** The signature of a request: AWS Signature Version 4, as the IAM User Guide describes it. */
const signatureOf = (request: SentRequest, secretAccessKey: string): string => {
  const { names = '' } = readAuthorization(request);
  const signed = names.split(';').map((name) => `${name}:${request.headers[name]}\n`);
  const canonical = ['POST', '/', '', signed.join(''), names, sha256(request.body)].join('\n');
  const dateTime = request.headers['x-amz-date'] ?? '';
  const scope = [dateTime.slice(0, 8), REGION, 'dynamodb', 'aws4_request'];
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, ['AWS4-HMAC-SHA256', dateTime, scope.join('/'), sha256(canonical)].join('\n')).toString('hex');
};

describe('The DynamoDB client', () => {
  it('signs every request', async () => {
    const sent = await sendTwice();
    expect(sent.map((request) => readAuthorization(request)['signature'])).toEqual(
      sent.map((request) => signatureOf(request, 'secret')),
    );
  });

  it('sends a write again that was rejected because a transaction uses the item', async () => {
    const conflict = { __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException' };
    const sent = await sendTwice((requestNumber) => (requestNumber === 1 ? [400, conflict] : [200, {}]));
    expect(sent).toHaveLength(3);
  });
});
