import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { changeForFile } from './run/change-for-file.ts';
import type { Command } from './memory-database/memory-database.ts';

type Send = (command: Command) => Promise<unknown>;

/** Sends every call of the stores in this process through `onCall`, until the end of the test file. */
export const interceptDatabase = (
  onCall: (command: Command, send: () => Promise<unknown>) => Promise<unknown>,
): void => {
  const { prototype } = DynamoDBDocumentClient;
  const send = Reflect.get(prototype, 'send') as Send;
  changeForFile<object>(prototype, {
    send(this: unknown, command: Command) {
      return onCall(command, () => send.call(this, command));
    },
  });
};
