import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/**
 * Reads the options of a command. `--help` prints the help and ends the process; so does a wrong option, with exit code 2.
 * @param help the command, what it does and needs, and its options
 */
export const readOptions = <const Options extends ParseArgsOptionsConfig>(
  help: string,
  options = {} as Options,
  allowPositionals = false,
) => {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const parsed = parseArgs({ options: all, allowPositionals });
    if (!('help' in parsed.values)) return parsed;
    console.log(help);
    process.exit();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
};
