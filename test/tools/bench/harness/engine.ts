import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startSubject } from './subject.ts';

/** The DynamoDB that all sides of a comparison use. */
export interface Engine {
  readonly url: string;
  /** What leads the SDK there. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** DynamoDB Local keeps the data of each access key apart: a new one starts empty. */
const freshAccount = (): Record<string, string> => ({
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: `bench${randomBytes(8).toString('hex')}`,
  AWS_SECRET_ACCESS_KEY: 'bench',
});

const external = process.env['AWS_ENDPOINT_URL_DYNAMODB'];

export const engineName = external === undefined ? 'the embedded engine (dynalite)' : `the DynamoDB at ${external}`;

const startEmbedded = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const subject = await startSubject(join(import.meta.dirname, 'embedded-engine.ts'), {});
  return { url: await subject.ask<string>('url'), stop: subject.stop };
};

/** The DynamoDB that AWS_ENDPOINT_URL_DYNAMODB names, or the embedded one in a process of its own; empty either way. */
export const startEngine = async (): Promise<Engine> => {
  const { url, stop } = external === undefined ? await startEmbedded() : { url: external, stop: async () => {} };
  return { url, stop, environment: { AWS_ENDPOINT_URL_DYNAMODB: url, ...freshAccount() } };
};
