import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { SecretStore } from './secret-store.ts';

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

const STAGES = ['AWSCURRENT', 'AWSPREVIOUS'];

/** @throws Refusal if the secret does not exist */
const findSecret = (store: SecretStore, Name: string) => {
  const versions = store.find(Name);
  if (!versions) throw notFound('secret');
  return { ARN: `arn:aws:secretsmanager:local:000000000000:secret:${Name}`, Name, versions };
};

const getSecretValue: Operation = (store, { SecretId = '', VersionStage = 'AWSCURRENT' }) => {
  const { versions, ...secret } = findSecret(store, SecretId);
  const version = versions[STAGES.indexOf(VersionStage)];
  if (!version) throw notFound(`secret value for staging label: ${VersionStage}`);
  return { ...secret, ...version, VersionStages: [VersionStage] };
};

/** As in Secrets Manager, nothing changes if the version already exists with the same value. */
const putSecretValue: Operation = (store, { SecretId = '', SecretString, ClientRequestToken }) => {
  const { versions, ...secret } = findSecret(store, SecretId);
  if (!SecretString || !ClientRequestToken)
    throw new Refusal('InvalidParameterException', 'You must provide SecretString and ClientRequestToken.');
  const existing = versions.find(({ VersionId }) => VersionId === ClientRequestToken);
  if (existing && existing.SecretString !== SecretString)
    throw new Refusal('ResourceExistsException', `Version ${ClientRequestToken} exists with another value.`);
  if (!existing) store.put(SecretId, ClientRequestToken, SecretString);
  return { ...secret, VersionId: ClientRequestToken };
};

const listSecretVersionIds: Operation = (store, { SecretId = '' }) => {
  const { versions, ...secret } = findSecret(store, SecretId);
  const Versions = versions.map(({ VersionId, CreatedDate }, index) => ({
    VersionId,
    CreatedDate,
    VersionStages: [STAGES[index]],
  }));
  return { ...secret, Versions };
};

const operations: Readonly<Record<string, Operation>> = {
  GetSecretValue: getSecretValue,
  ListSecretVersionIds: listSecretVersionIds,
  PutSecretValue: putSecretValue,
};

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
};

const operationOf = ({ headers }: IncomingMessage): string | undefined =>
  TARGET.exec(String(headers['x-amz-target']))?.[1];

const perform = async (store: SecretStore, request: IncomingMessage, name: string): Promise<object> => {
  const operation = operations[name];
  if (!operation) throw new Refusal('InvalidRequestException', `${name} is not provided here.`);
  return operation(store, (await json(request)) as Input);
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
