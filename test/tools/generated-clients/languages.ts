import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inPython, isInstalled, run } from '../installed-programs.ts';
import { VERSION } from './generator.ts';

/** How to build and run the client of a language. */
export interface Language {
  readonly name: string;
  /** Name of the generator. */
  readonly generator: string;
  /** Arguments of the generator, as docs/client.md says; default: none. */
  readonly options?: readonly string[];
  /** @returns the required program that this machine does not have, if any */
  readonly missing: () => string | undefined;
  /**
   * Builds and runs the driver with the client in the folder `client`.
   * @returns what the driver printed
   */
  readonly drive: (folder: string, environment: Readonly<Record<string, string>>) => Promise<string>;
}

const drivers = join(import.meta.dirname, 'drivers');

const unlessInstalled =
  (program: string, word?: string): Language['missing'] =>
  () =>
    isInstalled(program, word) ? undefined : program;

const python: Language = {
  name: 'Python',
  generator: 'python',
  missing: unlessInstalled('python3'),
  drive: async (folder, environment) => {
    const client = join(folder, 'client');
    const programs = await inPython(`python-client-${VERSION}`, '-r', join(client, 'requirements.txt'));
    const words = [join(drivers, 'driver.py')];
    return run(join(programs, 'python'), words, folder, { ...environment, PYTHONPATH: client });
  },
};

const go: Language = {
  name: 'Go',
  generator: 'go',
  missing: unlessInstalled('go', 'version'),
  drive: async (folder, environment) => {
    const client = join(folder, 'client');
    await mkdir(join(client, 'driver'));
    await copyFile(join(drivers, 'driver.go'), join(client, 'driver/main.go'));
    await run('go', ['mod', 'tidy'], client);
    return run('go', ['run', './driver'], client, environment);
  },
};

const java: Language = {
  name: 'Java',
  generator: 'java',
  options: ['--additional-properties=containerDefaultToNull=true'],
  missing: unlessInstalled('mvn'),
  drive: async (folder, environment) => {
    const client = join(folder, 'client');
    await copyFile(join(drivers, 'Driver.java'), join(client, 'src/main/java/Driver.java'));
    const words = ['-q', '-B', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'];
    await run('mvn', words, client);
    const packages = (await readFile(join(client, 'classpath.txt'), 'utf8')).trim();
    return run('java', ['-cp', `target/classes:${packages}`, 'Driver'], client, environment);
  },
};

const typescript: Language = {
  name: 'TypeScript',
  generator: 'typescript-fetch',
  missing: () => undefined,
  drive: async (folder, environment) => {
    const [driver, bundle] = [join(folder, 'driver.ts'), join(folder, 'driver.mjs')];
    await copyFile(join(drivers, 'driver.ts'), driver);
    await build({ entryPoints: [driver], outfile: bundle, bundle: true, platform: 'node', format: 'esm' });
    return run(process.execPath, [bundle], folder, environment);
  },
};

export const languages: readonly Language[] = [python, go, java, typescript];
