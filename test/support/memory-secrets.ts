import {
  ResourceExistsException,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

interface Version {
  readonly VersionId: string;
  readonly SecretString: string;
  readonly CreatedDate: number;
}

interface Input {
  readonly SecretId: string;
  readonly VersionStage?: 'AWSCURRENT' | 'AWSPREVIOUS';
  readonly SecretString: string;
  readonly ClientRequestToken: string;
}

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: object;
}

export interface MemorySecrets extends Pick<SecretsManagerClient, 'send'> {
  /**
   * Performs a command synchronously.
   * @throws the same errors as the SDK
   */
  perform(command: Command): unknown;
  copy(now: () => number): MemorySecrets;
}

const stageOf = (versions: readonly Version[], stage: Input['VersionStage']): Version | undefined =>
  stage === 'AWSPREVIOUS' ? versions[1] : versions[0];

/**
 * A Secrets Manager in memory: lists, puts and reads versions. As in Secrets Manager, a version without a stage still exists
 * under its id, so that its request token cannot create another version.
 * @param secrets the versions of each secret, the current one first
 */
export const makeMemorySecrets = (
  secrets: Readonly<Record<string, readonly Version[]>>,
  now: () => number,
): MemorySecrets => {
  const all = new Map(Object.entries(secrets));

  const find = (SecretId: string): readonly Version[] => {
    const versions = all.get(SecretId);
    if (!versions) throw new ResourceNotFoundException({ message: `no secret ${SecretId}`, $metadata: {} });
    return versions;
  };

  const operations: Readonly<Record<string, (input: Input) => unknown>> = {
    ListSecretVersionIdsCommand: ({ SecretId }) => ({
      Versions: find(SecretId)
        .slice(0, 2)
        .map(({ VersionId, CreatedDate }, index) => ({
          VersionId,
          CreatedDate: new Date(CreatedDate),
          VersionStages: [index === 0 ? 'AWSCURRENT' : 'AWSPREVIOUS'],
        })),
    }),
    GetSecretValueCommand: ({ SecretId, VersionStage }) => {
      const version = stageOf(find(SecretId), VersionStage);
      if (!version) throw new ResourceNotFoundException({ message: `no version ${VersionStage}`, $metadata: {} });
      return { ...version, CreatedDate: new Date(version.CreatedDate) };
    },
    PutSecretValueCommand: ({ SecretId, SecretString, ClientRequestToken }) => {
      const versions = find(SecretId);
      const existing = versions.find(({ VersionId }) => VersionId === ClientRequestToken);
      if (existing && existing.SecretString !== SecretString)
        throw new ResourceExistsException({ message: `there is a version ${ClientRequestToken}`, $metadata: {} });
      if (!existing)
        all.set(SecretId, [{ VersionId: ClientRequestToken, SecretString, CreatedDate: now() }, ...versions]);
      return { VersionId: ClientRequestToken };
    },
  };

  const perform: MemorySecrets['perform'] = ({ constructor: { name }, input }) => {
    const operation = operations[name];
    if (!operation) throw new Error(`no ${name} here`);
    return operation(input as Input);
  };

  return {
    perform,
    send: async (command: Command) => perform(command) as never,
    copy: (clock) => makeMemorySecrets(Object.fromEntries(all), clock),
  };
};
