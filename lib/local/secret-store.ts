import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Instant } from '../../shared/domain/instant.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { makeDirectory } from './make-directory.ts';

interface SecretVersion {
  readonly versionId: string;
  readonly value: string;
  readonly createdAt: Instant;
}

/** A secret with its current and previous version, as Secrets Manager keeps them. */
export interface Secret {
  readonly current: SecretVersion;
  readonly previous?: SecretVersion;
}

type Secrets = ReadonlyMap<string, Secret>;

export type SecretStore = ReturnType<typeof openSecretStore>;

export class VersionExistsError extends Error {}

const makeVersion = (versionId: string, value: string): SecretVersion => ({ versionId, value, createdAt: Date.now() });

/** Generates a value of 384 random bits, in 64 characters. */
const generateVersion = (): SecretVersion => makeVersion(randomUUID(), randomBytes(48).toString('base64url'));

const unusable = (path: string, error: unknown): CannotStartError =>
  error instanceof SyntaxError
    ? new CannotStartError(`${path} is damaged: delete it to create new signing keys.`)
    : new CannotStartError(`${path} cannot be used (${(error as Error).message}): set DATA_DIR to another directory.`);

const read = (path: string): Secrets => {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Secret>));
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
  const save = (changes: Iterable<readonly [string, Secret]>): void => {
    const changed = new Map([...secrets, ...changes]);
    if (path !== undefined) write(path, changed);
    secrets = changed;
  };
  const missing = names.filter((name) => !secrets.has(name));
  if (missing.length > 0) save(missing.map((name) => [name, { current: generateVersion() }]));
  return {
    find: (name: string): Secret | undefined => secrets.get(name),
    /**
     * Adds a version, which becomes the current one. The former current version becomes the previous one, and the former
     * previous one is deleted. As in Secrets Manager, nothing changes if this version id already exists with the same value.
     * @throws VersionExistsError if this version id already exists with another value
     */
    put: (name: string, versionId: string, value: string): void => {
      const { current, previous } = secrets.get(name) ?? {};
      const existing = [current, previous].find((version) => version?.versionId === versionId);
      if (existing && existing.value !== value) throw new VersionExistsError();
      if (!existing) save([[name, { current: makeVersion(versionId, value), ...(current && { previous: current }) }]]);
    },
  };
};
