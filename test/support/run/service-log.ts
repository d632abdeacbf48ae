let log: string[] = [];
let errors: string[] = [];

/** From now on, keeps what services in this process log as warnings and errors, instead of printing it. */
export const keepServiceLog = (): void => {
  const write = process.stderr.write.bind(process.stderr) as (...args: unknown[]) => boolean;
  process.stderr.write = (...args: unknown[]): boolean => {
    const [text] = args;
    if (typeof text !== 'string' || !text.startsWith('{"level":')) return write(...args);
    const { level, message } = JSON.parse(text) as { level: string; message: string };
    log.push(text);
    if (level === 'ERROR') errors.push(message);
    return true;
  };
};

/**
 * Returns the errors that services in this process have logged since the last call, such as `auth 503`. A test that causes
 * errors must take them, or its file fails.
 */
export const takeErrors = (): string[] => errors.splice(0);

/** Returns all that was logged, and empties the log. */
export const takeLog = (): string => log.splice(0).join('');
