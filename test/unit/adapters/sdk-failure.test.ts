import { describe, expect, it } from '@jest/globals';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { callAws, translateFailure } from '../../../shared/adapters/sdk/sdk-failure.ts';
import { serve } from '../../support/serve.ts';

const sdkError = (name: string, members: object = {}): Error =>
  Object.assign(new Error('inside'), { name, ...members });

describe('A failure during a call to an AWS service', () => {
  it.each([
    ['throttling', sdkError('ProvisionedThroughputExceededException', { $metadata: { httpStatusCode: 400 } })],
    ['a request limit', sdkError('RequestLimitExceeded')],
    ['a 500', sdkError('InternalServerError', { $metadata: { httpStatusCode: 500 } })],
    ['a 599', sdkError('Odd', { $metadata: { httpStatusCode: 599 } })],
    ['a time-out', sdkError('TimeoutError')],
    ['a missed deadline', sdkError('AbortError')],
    ['a refused connection', sdkError('Error', { code: 'ECONNREFUSED' })],
    ['a reset connection', sdkError('Error', { code: 'ECONNRESET' })],
    ['a disabled key', sdkError('KMSDisabledException', { $metadata: { httpStatusCode: 400 } })],
    ['an SQS key without permission', sdkError('KmsAccessDenied', { $metadata: { httpStatusCode: 400 } })],
    ['a secret that cannot be decrypted', sdkError('DecryptionFailure', { $metadata: { httpStatusCode: 400 } })],
    [
      'a table whose key is refused',
      Object.assign(new Error('KMS key access denied error'), {
        name: 'AccessDeniedException',
        $metadata: { httpStatusCode: 400 },
      }),
    ],
  ])('that is %s is translated into an error after which callers can retry', (_, error) => {
    expect(translateFailure('DynamoDB', error)).toMatchObject({ code: 'dependency_unavailable', cause: error });
  });

  it.each([
    ['a failed condition', sdkError('ConditionalCheckFailedException', { $metadata: { httpStatusCode: 400 } })],
    ['a missing table', sdkError('ResourceNotFoundException', { $metadata: { httpStatusCode: 400 } })],
    ['a missing permission', sdkError('AccessDeniedException', { $metadata: { httpStatusCode: 400 } })],
    ['a bug', new TypeError('x is not a function')],
    ['a thrown text', 'text'],
    ['translated already', translateFailure('CloudFormation', sdkError('Error', { code: 'ECONNREFUSED' }))],
  ])('that is %s stays as it is', (_, error) => {
    expect(translateFailure('DynamoDB', error)).toBe(error);
  });
});

describe('A response that is truncated, or not from AWS', () => {
  const options = { region: 'x', credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1 };
  const calls = {
    JSON: (endpoint: string) => new DynamoDBClient({ ...options, endpoint }).send(new ListTablesCommand({})),
    XML: (endpoint: string) =>
      new SNSClient({ ...options, endpoint }).send(new PublishCommand({ TopicArn: 'a', Message: 'b' })),
  };

  it.each([
    ['JSON', 200, '{"TableNames":['],
    ['JSON', 404, '<html>'],
    ['JSON', 404, '{"message":"Not Found"}'],
    ['JSON', 403, ''],
    ['XML', 200, '<PublishResponse>'],
    ['XML', 403, ''],
  ] as const)('is no response, in %s: %d %s', async (protocol, status, body) => {
    const { url, stop } = await serve((_, response) => response.writeHead(status).end(body));
    const failed = callAws('The service', calls[protocol](url) as Promise<unknown>);
    await expect(failed).rejects.toMatchObject({
      code: 'dependency_unavailable',
      message: 'The service is not available: its response cannot be read',
    });
    await stop();
  });
});
