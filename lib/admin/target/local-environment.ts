import { OperatorError } from '../operator-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = '8000';

const portOf = ({ DYNAMODB_PORT }: Environment): string => {
  const port = DYNAMODB_PORT || DEFAULT_PORT;
  if (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535) return port;
  throw new OperatorError(`DYNAMODB_PORT is "${port}" and must be a port number.`);
};

/**
 * The SDK's settings that lead to the local service's DynamoDB, where the environment does not say otherwise. It asks for
 * a region and credentials, and looks at neither.
 */
export const localEnvironment = (environment: Environment): Record<string, string> => ({
  AWS_ENDPOINT_URL_DYNAMODB: environment['AWS_ENDPOINT_URL_DYNAMODB'] || `http://127.0.0.1:${portOf(environment)}`,
  AWS_REGION: environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || 'eu-central-1',
  AWS_ACCESS_KEY_ID: environment['AWS_ACCESS_KEY_ID'] || 'local',
  AWS_SECRET_ACCESS_KEY: environment['AWS_SECRET_ACCESS_KEY'] || 'local',
});
