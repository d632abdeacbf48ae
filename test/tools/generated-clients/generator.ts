import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../processes.ts';

const VERSION = '7.25.0';
const OLDEST_JAVA = 17;
const DOCUMENT = join(import.meta.dirname, '../../../docs/openapi.json');

/** Keeps the generator and the packages that the clients need, so that later runs are quick and work offline. */
export const cacheFolder = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  'checkin-test-generated-clients',
);

const JAR = join(cacheFolder, `openapi-generator-cli-${VERSION}.jar`);

export const isInstalled = (program: string, word = '--version'): boolean =>
  spawnSync(program, [word]).error === undefined;

const javaVersion = (): number => {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(?<major>\d+)/.exec(stderr ?? '')?.groups?.['major'] ?? 0);
};

/** The programs that the generator needs but this machine lacks. */
export const missingPrograms = (): string[] => [
  ...(javaVersion() >= OLDEST_JAVA ? [] : [`Java ${OLDEST_JAVA} or later`]),
  ...(isInstalled('mvn') ? [] : ['Maven']),
];

/**
 * Runs a command to its end.
 * @returns its output
 * @throws Error with the end of the output if it fails
 */
export const run = async (
  command: string,
  words: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { code, stdout, stderr } = await runCommand(command, words, { ...process.env, ...environment }, cwd);
  if (code !== 0) throw new Error(`${command} ${words[0]} failed:\n${`${stdout}\n${stderr}`.trim().slice(-2_000)}`);
  return stdout;
};

/** Downloads the generator from Maven Central, unless an earlier run has done so. */
export const prepareGenerator = async (): Promise<void> => {
  if (existsSync(JAR)) return;
  await mkdir(cacheFolder, { recursive: true });
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${VERSION}`;
  await run('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${cacheFolder}`], cacheFolder);
};

/** Generates a client from docs/openapi.json. */
export const generate = async (
  { generator, options = [] }: { readonly generator: string; readonly options?: readonly string[] },
  folder: string,
): Promise<void> => {
  await run('java', ['-jar', JAR, 'generate', '-i', DOCUMENT, '-g', generator, '-o', folder, ...options], cacheFolder);
};
