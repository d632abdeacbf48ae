import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserPath } from '../../browser/support/find-browser.ts';
import { inCache, isInstalled, javaVersion, run } from '../installed-programs.ts';

const VERSION = '26.3.0';
/** SHA-512 of the zip file, so that no other file is run as Keycloak. */
const SHA_512 =
  '6bb25f65df61afd26ffd9107fd76f218832432947cbccd94368a510237ef8f359a1e8d17b7a878bf918d7eb254eda0b7bbd174c43273199c337be42c2a881354';
const OLDEST_JAVA = 17;

export const downloadUrl = `https://repo1.maven.org/maven2/org/keycloak/keycloak-quarkus-dist/${VERSION}/keycloak-quarkus-dist-${VERSION}.zip`;

/** The required programs that this machine does not have. */
export const missingPrograms = (): string[] => [
  ...(javaVersion() >= OLDEST_JAVA ? [] : [`Java ${OLDEST_JAVA} or later`]),
  ...(isInstalled('unzip', '-v') ? [] : ['unzip']),
  ...(browserPath === undefined ? ['Chromium (or its path in CHROMIUM)'] : []),
];

/** Returns Keycloak's folder. The first run downloads Keycloak. */
export const findKeycloak = async (): Promise<string> => {
  const name = `keycloak-${VERSION}`;
  const cache = await inCache(name, async (folder) => {
    const response = await fetch(downloadUrl);
    if (!response.ok) throw new Error(`${downloadUrl} responded ${response.status}`);
    const zip = Buffer.from(await response.arrayBuffer());
    if (hash('sha512', zip) !== SHA_512) throw new Error(`${downloadUrl} does not have the expected SHA-512.`);
    const file = join(folder, 'keycloak.zip');
    await writeFile(file, zip);
    await run('unzip', ['-q', file, '-d', folder]);
  });
  return join(cache, name);
};
