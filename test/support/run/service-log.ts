type Write = (...args: unknown[]) => boolean;

const log: string[] = [];
const errors: string[] = [];

/**
 * From now on, keeps what services in this process log as warnings and errors, instead of printing it.
 * @returns a function that ends this
 */
export const keepServiceLog = (): (() => void) => {
  const write = Reflect.get(process.stderr, 'write') as Write;
  const keep: Write = (...args) => {
    const [text] = args;
    if (typeof text !== 'string' || !text.startsWith('{"level":')) return write.apply(process.stderr, args);
    const { level, message } = JSON.parse(text) as { level: string; message: string };
    log.push(text);
    if (level === 'ERROR') errors.push(message);
    return true;
  };
  Object.assign(process.stderr, { write: keep });
  return () => void Object.assign(process.stderr, { write });
};

/**
 * Returns the errors that services in this process have logged since the last call, such as `auth 503`. A test that causes
 * errors must take them, or its file fails.
 */
export const takeErrors = (): string[] => errors.splice(0);

/** Returns all that was logged, and empties the log. */
export const takeLog = (): string => log.splice(0).join('');
