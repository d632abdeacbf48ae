import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { localTableNames } from '../../../shared/local-service.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import { LOOPBACK } from '../listen.ts';

const TIMEOUT_MILLISECONDS = 10_000;

const listTables = async (endpoint: string): Promise<readonly string[]> => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 });
  try {
    const abortSignal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const { TableNames = [] } = await client.send(new ListTablesCommand({}), { abortSignal });
    return TableNames;
  } finally {
    client.destroy();
  }
};

/** @param port the port of the embedded DynamoDB @throws CannotStartError if the local service does not respond there */
export const assertServiceRuns = async (port: number): Promise<void> => {
  let found: readonly string[];
  try {
    found = await listTables(`http://${LOOPBACK}:${port}`);
  } catch (error) {
    throw new CannotStartError(
      (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
        ? `The service does not run on port ${port}: run npm start in another terminal first. If it printed another port for DynamoDB, set DYNAMODB_PORT to that one.`
        : `Port ${port} belongs to another program: set DYNAMODB_PORT to the port that npm start printed for DynamoDB.`,
      { cause: error },
    );
  }
  if (Object.values(localTableNames).every((name) => found.includes(name))) return;
  throw new CannotStartError(
    `The DynamoDB on port ${port} was not started by npm start: set DYNAMODB_PORT to the port that it printed for DynamoDB.`,
  );
};
