import * as sdk from '@aws-sdk/client-secrets-manager';
import { AwsError } from '../../lib/local/dynamodb/request.ts';
import { State } from '../../lib/local/dynamodb/state.ts';
import { openSecretStore, performOnSecrets } from '../../lib/local/secrets-manager.ts';

interface Version {
  readonly VersionId: string;
  readonly SecretString: string;
  /** In milliseconds since the Unix epoch. */
  readonly CreatedDate: number;
}

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: object;
}

export interface MemorySecrets extends Pick<sdk.SecretsManagerClient, 'send'> {
  /**
   * Performs a command synchronously.
   * @throws the same errors as the SDK
   */
  perform(command: Command): unknown;
  copy(now: () => number): MemorySecrets;
}

type ExceptionConstructor = new (options: object) => Error;

const toSdkError = ({ name, message }: AwsError): Error => {
  const Exception = (sdk as unknown as Record<string, ExceptionConstructor>)[name] as ExceptionConstructor;
  return new Exception({ message, $metadata: {} });
};

/** The JSON of Secrets Manager has times in seconds. */
const withDates = (response: object): unknown =>
  JSON.parse(JSON.stringify(response), (name, value: unknown) =>
    name === 'CreatedDate' ? new Date(Math.round(Number(value) * 1000)) : value,
  );

/**
 * The local service's Secrets Manager, without a server.
 * @param secrets the versions of each secret, the current one first
 */
export const makeMemorySecrets = (
  secrets: Readonly<Record<string, readonly Version[]>>,
  now: () => number,
  state = State.open(),
): MemorySecrets => {
  const store = openSecretStore([], state, now);
  for (const [name, versions] of Object.entries(secrets))
    for (const { VersionId, SecretString, CreatedDate } of versions.toReversed())
      store.put(name, VersionId, SecretString, CreatedDate);
  const perform: MemorySecrets['perform'] = ({ constructor: { name }, input }) => {
    try {
      return withDates(performOnSecrets(store, name.replace('Command', ''), input));
    } catch (error) {
      throw error instanceof AwsError ? toSdkError(error) : error;
    }
  };
  return {
    perform,
    send: async (command: Command) => perform(command) as never,
    copy: (clock) => makeMemorySecrets({}, clock, state.copy()),
  };
};
