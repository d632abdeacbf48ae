import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Command } from './memory-database/memory-database.ts';

interface CallOptions {
  readonly abortSignal?: AbortSignal;
}

type Send = (command: Command, options?: CallOptions) => Promise<unknown>;

/** Sends every call of the stores in this process through `onCall`. @returns a function that ends this */
export const interceptDatabase = (
  onCall: (command: Command, send: () => Promise<unknown>, signal?: AbortSignal) => Promise<unknown>,
): (() => void) => {
  const { prototype } = DynamoDBDocumentClient;
  const send = Reflect.get(prototype, 'send') as Send;
  Object.assign(prototype, {
    send(this: unknown, command: Command, options?: CallOptions) {
      return onCall(command, () => send.call(this, command, options), options?.abortSignal);
    },
  });
  return () => void Object.assign(prototype, { send });
};
