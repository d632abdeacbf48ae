import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { VersionExistsError, type SecretStore } from './secret-store.ts';

type Input = Readonly<Record<string, string | undefined>>;
type Operation = (store: SecretStore, input: Input) => object;

/** An error response in the format of Secrets Manager. The SDK chooses the exception by `__type`, which is set to `code`. */
class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const TARGET = /^secretsmanager\.(\w+)$/;

const notFound = (what: string): Refusal =>
  new Refusal('ResourceNotFoundException', `Secrets Manager can't find the specified ${what}.`);

const arnOf = (name: string): string => `arn:aws:secretsmanager:local:000000000000:secret:${name}`;

/**
 * Lists the current version of a secret, and then the previous version, if there is one.
 * @throws Refusal if the secret does not exist
 */
const versionsOf = (store: SecretStore, name: string) => {
  const secret = store.find(name);
  if (!secret) throw notFound('secret');
  return [secret.current, secret.previous ?? []].flat().map(({ versionId, value, createdAt }, index) => ({
    VersionId: versionId,
    VersionStages: [index === 0 ? 'AWSCURRENT' : 'AWSPREVIOUS'],
    CreatedDate: createdAt / 1000,
    SecretString: value,
  }));
};

const getSecretValue: Operation = (store, { SecretId = '', VersionStage = 'AWSCURRENT' }) => {
  const version = versionsOf(store, SecretId).find(({ VersionStages }) => VersionStages.includes(VersionStage));
  if (!version) throw notFound(`secret value for staging label: ${VersionStage}`);
  return { ARN: arnOf(SecretId), Name: SecretId, ...version };
};

const putSecretValue: Operation = (store, { SecretId = '', SecretString, ClientRequestToken }) => {
  versionsOf(store, SecretId);
  if (!SecretString || !ClientRequestToken)
    throw new Refusal('InvalidParameterException', 'You must provide SecretString and ClientRequestToken.');
  try {
    store.put(SecretId, ClientRequestToken, SecretString);
  } catch (error) {
    if (!(error instanceof VersionExistsError)) throw error;
    throw new Refusal(
      'ResourceExistsException',
      `A version with the id ${ClientRequestToken} exists with another value.`,
    );
  }
  return { ARN: arnOf(SecretId), Name: SecretId, VersionId: ClientRequestToken };
};

const listSecretVersionIds: Operation = (store, { SecretId = '' }) => ({
  ARN: arnOf(SecretId),
  Name: SecretId,
  Versions: versionsOf(store, SecretId).map(({ SecretString: _, ...version }) => version),
});

const operations: Readonly<Record<string, Operation>> = {
  GetSecretValue: getSecretValue,
  ListSecretVersionIds: listSecretVersionIds,
  PutSecretValue: putSecretValue,
};

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
};

const parse = (body: string): Input => {
  try {
    return JSON.parse(body) as Input;
  } catch {
    throw new Refusal('SerializationException', 'The request is not JSON.');
  }
};

const operationOf = ({ headers }: IncomingMessage): string | undefined =>
  TARGET.exec(String(headers['x-amz-target']))?.[1];

const perform = async (store: SecretStore, request: IncomingMessage, name: string): Promise<object> => {
  const operation = operations[name];
  if (!operation) throw new Refusal('InvalidRequestException', `${name} is not provided here.`);
  return operation(store, parse(await text(request)));
};

/**
 * Implements the part of Secrets Manager's HTTP interface (JSON 1.1) that the service and its operator use. The returned
 * listener handles requests for Secrets Manager, and returns false for all others.
 */
export const makeSecretsManager =
  (store: SecretStore) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const name = operationOf(request);
    if (name === undefined) return false;
    perform(store, request, name).then(
      (output) => send(response, 200, output),
      (error: unknown) => {
        const { code = 'InternalServiceError', message } = error as Partial<Refusal>;
        send(response, error instanceof Refusal ? 400 : 500, { __type: code, Message: message });
      },
    );
    return true;
  };
