import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startDynamoDbLocal } from './dynamodb-local.ts';
import { startSubject } from './subject.ts';

/** Times are measured on the embedded engine, units are counted on DynamoDB Local. */
export type EngineKind = 'embedded' | 'dynamodb-local';

/** The DynamoDB that all sides of a comparison use. */
export interface Engine {
  readonly url: string;
  /** Environment variables that connect the SDK to it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** DynamoDB Local keeps separate data for each access key: a new one starts empty. */
export const freshAccount = (): Record<string, string> => ({
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: `bench${randomBytes(8).toString('hex')}`,
  AWS_SECRET_ACCESS_KEY: 'bench',
});

const startEmbedded = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const subject = await startSubject(join(import.meta.dirname, 'embedded-engine.ts'), {});
  return { url: await subject.ask<string>('url'), stop: subject.stop };
};

/** An empty DynamoDB in a separate process. */
export const startEngine = async (kind: EngineKind = 'embedded'): Promise<Engine> => {
  const { url, stop } = await (kind === 'embedded' ? startEmbedded() : startDynamoDbLocal());
  return { url, stop, environment: { AWS_ENDPOINT_URL_DYNAMODB: url, ...freshAccount() } };
};
