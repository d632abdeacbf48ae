import { createRequire } from 'node:module';
import { CannotStartError } from './cannot-start-error.ts';
import { makeDirectory } from './make-directory.ts';

interface LevelStore {
  open(): Promise<void>;
  close(): Promise<void>;
}

type LevelConstructor = new (path: string) => LevelStore;

/** The store that dynalite uses, so that this check takes the same lock. */
const loadLevel = (): LevelConstructor => {
  const require = createRequire(import.meta.url);
  const { Level } = createRequire(require.resolve('dynalite'))('level') as { Level: LevelConstructor };
  return Level;
};

const explain = (path: string, error: unknown): CannotStartError => {
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
  if (cause?.code === 'LEVEL_LOCKED')
    return new CannotStartError(`${path} is in use by another local service: set DATA_DIR to another directory.`);
  return new CannotStartError(
    `${path} cannot hold data (${(cause ?? (error as Error)).message}): set DATA_DIR to another.`,
  );
};

/**
 * Creates the directory of an embedded database and checks that it can be used. Otherwise dynalite would end the process at
 * the first request. @throws CannotStartError
 */
export const checkDataDirectory = async (path: string): Promise<void> => {
  try {
    await makeDirectory(path);
    const store = new (loadLevel())(path);
    await store.open();
    await store.close();
  } catch (error) {
    throw explain(path, error);
  }
};
