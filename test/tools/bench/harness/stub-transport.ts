import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { answerCall } from './stub-aws.ts';

interface SdkRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

const UTF8 = new TextDecoder();

const toResponse = (status: number, body: string) => ({
  response: {
    statusCode: status,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Readable.from([Buffer.from(body)]),
  },
});

/** Responses are cached, because the calls are always the same and the function should be measured, not the stub. */
const remembered = new Map<string, ReturnType<typeof answerCall>>();

const answer = (target: string, body: string): ReturnType<typeof answerCall> => {
  const { TableName, VersionStage } = JSON.parse(body) as Record<string, string>;
  const key = `${target} ${TableName} ${VersionStage}`;
  const found = remembered.get(key) ?? answerCall(target, body);
  remembered.set(key, found);
  return found;
};

/**
 * Replaces the SDK's HTTP client in every client of this process: the SDK processes requests and responses as usual,
 * and nothing is sent over a network.
 */
export const installStubTransport = (): void => {
  const handle = async ({ headers, body }: SdkRequest) => {
    const { status, body: text } = answer(
      headers['x-amz-target'] ?? '',
      typeof body === 'string' ? body : UTF8.decode(body),
    );
    return toResponse(status, text);
  };
  NodeHttpHandler.prototype.handle = handle as unknown as NodeHttpHandler['handle'];
};
