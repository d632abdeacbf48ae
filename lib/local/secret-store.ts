import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotStartError } from './cannot-start-error.ts';
import { makeDirectory } from './make-directory.ts';

/** A version of a secret, with the members that Secrets Manager gives it. */
interface SecretVersion {
  readonly VersionId: string;
  readonly SecretString: string;
  /** In seconds since the Unix epoch. */
  readonly CreatedDate: number;
}

/** The current version of each secret and, once that has been replaced, the previous one. */
type Secrets = ReadonlyMap<string, readonly SecretVersion[]>;

export type SecretStore = ReturnType<typeof openSecretStore>;

const makeVersion = (VersionId: string, SecretString: string): SecretVersion => ({
  VersionId,
  SecretString,
  CreatedDate: Date.now() / 1000,
});

/** Generates a value of 384 random bits, in 64 characters. */
const generateVersion = (): SecretVersion => makeVersion(randomUUID(), randomBytes(48).toString('base64url'));

const unusable = (path: string, error: unknown): CannotStartError =>
  error instanceof SyntaxError
    ? new CannotStartError(`${path} is damaged: delete it to create new signing keys.`)
    : new CannotStartError(`${path} cannot be used (${(error as Error).message}): set DATA_DIR to another directory.`);

const read = (path: string): Secrets => {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, readonly SecretVersion[]>));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw unusable(path, error);
  }
};

/** Replaces the file atomically: if the process ends meanwhile, the old file stays. Only the file's owner can read it. */
const write = (path: string, secrets: Secrets): void => {
  const draft = `${path}.${randomUUID()}`;
  try {
    makeDirectory(dirname(path));
    writeFileSync(draft, JSON.stringify(Object.fromEntries(secrets), null, 2), { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    throw unusable(path, error);
  }
};

/**
 * Opens the secrets, and generates a secret for each of `names` that has none.
 * @param path file of the secrets. By default, they are only in memory.
 * @throws CannotStartError if the file cannot be used
 */
export const openSecretStore = (names: readonly string[], path?: string) => {
  let secrets: Secrets = path === undefined ? new Map() : read(path);
  const save = (changes: Secrets): void => {
    const changed = new Map([...secrets, ...changes]);
    if (path !== undefined) write(path, changed);
    secrets = changed;
  };
  const missing = names.filter((name) => !secrets.has(name));
  if (missing.length > 0) save(new Map(missing.map((name) => [name, [generateVersion()]])));
  return {
    find: (name: string) => secrets.get(name),
    /** Adds a version, which becomes the current one. The former current version becomes the previous one. */
    put: (name: string, versionId: string, value: string): void =>
      save(new Map([[name, [makeVersion(versionId, value), ...(secrets.get(name) ?? []).slice(0, 1)]]])),
  };
};
