import { randomBytes, randomUUID } from 'node:crypto';
import { serveAwsJson, type ServiceListener } from './aws-json.ts';
import { AwsError } from './dynamodb/request.ts';
import { State } from './dynamodb/state.ts';
import type { TableDefinition } from './dynamodb/table-definition.ts';

/** A version of a secret, with the members that Secrets Manager gives it. */
interface SecretVersion {
  readonly VersionId: string;
  readonly SecretString: string;
  /** In seconds since the Unix epoch. */
  readonly CreatedDate: number;
}

const definition: TableDefinition = {
  name: 'LocalSecrets',
  key: [{ name: 'name', type: 'S' }],
  indexes: [],
  description: { TableName: 'LocalSecrets' },
};

type SecretStore = ReturnType<typeof openSecretStore>;

/**
 * Opens the secrets, and generates a value of 384 random bits for each of `names` that has none.
 * @param state contains the secrets' table, which is created if it is missing
 */
export const openSecretStore = (names: readonly string[], state = State.open(), now = Date.now) => {
  if (!state.tableNames.includes(definition.name)) state.create(definition);
  const read = (name: string) => state.table(definition.name).find({ name: { S: name } });
  /** Returns the versions: first the current one, then the previous one. */
  const find = (name: string): readonly SecretVersion[] | undefined => {
    const versions = read(name)?.['versions'];
    return versions && 'S' in versions ? (JSON.parse(versions.S) as readonly SecretVersion[]) : undefined;
  };
  /** Adds a version, which becomes the current one. */
  const put = (name: string, VersionId: string, SecretString: string, createdAt = now()): void => {
    const version: SecretVersion = { VersionId, SecretString, CreatedDate: createdAt / 1000 };
    const versions = JSON.stringify([version, ...(find(name) ?? [])]);
    state.write([{ table: definition, before: read(name), after: { name: { S: name }, versions: { S: versions } } }]);
  };
  for (const name of names) if (!find(name)) put(name, randomUUID(), randomBytes(48).toString('base64url'));
  return { find, put };
};

type Input = Readonly<Record<string, string | undefined>>;
type Operation = (store: SecretStore, input: Input) => object;

const notFound = (what: string): AwsError =>
  new AwsError('ResourceNotFoundException', `Secrets Manager can't find the specified ${what}.`);

/** The stages of a secret's first versions, in their order. Older versions have none. */
const STAGES = ['AWSCURRENT', 'AWSPREVIOUS'];

/** @throws AwsError if the secret does not exist */
const findSecret = (store: SecretStore, Name: string) => {
  const versions = store.find(Name);
  if (!versions) throw notFound('secret');
  return { ARN: `arn:aws:secretsmanager:local:000000000000:secret:${Name}`, Name, versions };
};

const operations: Readonly<Record<string, Operation>> = {
  GetSecretValue(store, { SecretId = '', VersionStage = 'AWSCURRENT' }) {
    const { versions, ...secret } = findSecret(store, SecretId);
    const version = versions[STAGES.indexOf(VersionStage)];
    if (!version) throw notFound(`secret value for staging label: ${VersionStage}`);
    return { ...secret, ...version, VersionStages: [VersionStage] };
  },
  ListSecretVersionIds(store, { SecretId = '' }) {
    const { versions, ...secret } = findSecret(store, SecretId);
    const staged = versions.slice(0, STAGES.length);
    const Versions = staged.map(({ SecretString: _, ...version }, index) => ({
      ...version,
      VersionStages: [STAGES[index]],
    }));
    return { ...secret, Versions };
  },
  /** As in Secrets Manager, nothing changes if the version already exists with the same value. */
  PutSecretValue(store, { SecretId = '', SecretString, ClientRequestToken }) {
    const { versions, ...secret } = findSecret(store, SecretId);
    if (!SecretString || !ClientRequestToken)
      throw new AwsError('InvalidParameterException', 'You must provide SecretString and ClientRequestToken.');
    const existing = versions.find(({ VersionId }) => VersionId === ClientRequestToken);
    if (existing && existing.SecretString !== SecretString)
      throw new AwsError('ResourceExistsException', `Version ${ClientRequestToken} exists with another value.`);
    if (!existing) store.put(SecretId, ClientRequestToken, SecretString);
    return { ...secret, VersionId: ClientRequestToken };
  },
};

/**
 * Performs an operation that the service or its operator uses.
 * @returns the response, in the JSON of Secrets Manager
 * @throws AwsError
 */
export const performOnSecrets = (store: SecretStore, name: string, input: unknown): object => {
  const operation = operations[name];
  if (!operation) throw new AwsError('InvalidRequestException', `${name} is not provided here.`);
  return operation(store, input as Input);
};

export const makeSecretsManager = (store: SecretStore): ServiceListener =>
  serveAwsJson('secretsmanager', (name, input) => performOnSecrets(store, name, input));
