import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { browserPath } from '../../browser/support/find-browser.ts';
import { runCommand } from '../processes.ts';

const VERSION = '26.3.0';
/** SHA-512 of the zip file, so that no other file is run as Keycloak. */
const SHA_512 =
  '6bb25f65df61afd26ffd9107fd76f218832432947cbccd94368a510237ef8f359a1e8d17b7a878bf918d7eb254eda0b7bbd174c43273199c337be42c2a881354';
const OLDEST_JAVA = 17;

export const downloadUrl = `https://repo1.maven.org/maven2/org/keycloak/keycloak-quarkus-dist/${VERSION}/keycloak-quarkus-dist-${VERSION}.zip`;
export const cacheFolder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'checkin-test-keycloak');

const javaVersion = (): number => {
  const { JAVA_HOME: home } = process.env;
  const { stderr } = spawnSync(home ? join(home, 'bin/java') : 'java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(?<major>\d+)/.exec(stderr ?? '')?.groups?.['major'] ?? 0);
};

/** The required programs that this machine does not have. */
export const missingPrograms = (): string[] => [
  ...(javaVersion() >= OLDEST_JAVA ? [] : [`Java ${OLDEST_JAVA} or later`]),
  ...(spawnSync('unzip', ['-v']).error === undefined ? [] : ['unzip']),
  ...(browserPath === undefined ? ['Chromium (or its path in CHROMIUM)'] : []),
];

/** @throws Error if the download fails or the file has the wrong checksum */
const download = async (file: string): Promise<void> => {
  const response = await fetch(downloadUrl);
  if (!response.ok) throw new Error(`${downloadUrl} responded ${response.status}`);
  const zip = Buffer.from(await response.arrayBuffer());
  if (hash('sha512', zip) !== SHA_512) throw new Error(`${downloadUrl} does not have the expected SHA-512.`);
  await writeFile(file, zip);
};

/**
 * Returns Keycloak's folder. The first run downloads and unpacks Keycloak; later runs find the folder in the cache.
 * @throws Error if Keycloak cannot be downloaded
 */
export const findKeycloak = async (): Promise<string> => {
  const home = join(cacheFolder, `keycloak-${VERSION}`);
  if (existsSync(home)) return home;
  // The folder is renamed when it is complete, so that an interrupted run leaves nothing that looks complete.
  const unfinished = join(cacheFolder, `unfinished-${process.pid}`);
  await mkdir(unfinished, { recursive: true });
  try {
    const zip = join(unfinished, 'keycloak.zip');
    await download(zip);
    const { code, stderr } = await runCommand('unzip', ['-q', zip, '-d', unfinished], process.env);
    if (code !== 0) throw new Error(`unzip failed: ${stderr}`);
    await rename(join(unfinished, `keycloak-${VERSION}`), home);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return home;
};
