import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
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
  /** If true, booleans that the caller did not set arrive as `false`, which has the same effect as omitting them. */
  readonly sendsFalse?: true;
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

/** Debian's packages mono-devel and libnewtonsoft-json5.0-cil run C# without NuGet. */
const JSON_NET = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';

/** Debian's Json.NET has no naming strategies. The generated classes work without one, because they name every member. */
const NAMING_STRATEGY = /NamingStrategy = new CamelCaseNamingStrategy\s*\{[^}]*\}/g;

const removeNamingStrategies = async (file: string): Promise<void> => {
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replaceAll(NAMING_STRATEGY, ''));
};

const csharp: Language = {
  name: 'C#',
  generator: 'csharp',
  options: ['--library', 'httpclient', '--additional-properties=targetFramework=netstandard2.0'],
  sendsFalse: true,
  missing: () => (isInstalled('mcs') && existsSync(JSON_NET) ? undefined : 'mono with Json.NET'),
  drive: async (folder, environment) => {
    const library = join(folder, 'client/src/Org.OpenAPITools');
    const names = await readdir(library, { recursive: true });
    const sources = names.filter((name) => name.endsWith('.cs')).map((name) => join(library, name));
    await Promise.all(sources.map(removeNamingStrategies));
    const own = ['Driver.cs', 'Packages.cs'].map((name) => join(drivers, name));
    const assemblies = ['System.Net.Http', 'System.Web', 'System.ComponentModel.DataAnnotations'];
    const references = [...assemblies, 'System.Runtime.Serialization', JSON_NET].map((name) => `-r:${name}`);
    await run('mcs', ['-langversion:latest', '-out:driver.exe', ...references, ...own, ...sources], folder);
    await copyFile(JSON_NET, join(folder, 'Newtonsoft.Json.dll'));
    return run('mono', ['driver.exe'], folder, environment);
  },
};

export const languages: readonly Language[] = [python, go, java, csharp, typescript];
