import { join } from 'node:path';
import { inCache, isInstalled, javaVersion, run } from '../installed-programs.ts';

export const VERSION = '7.25.0';
const OLDEST_JAVA = 17;
const DOCUMENT = join(import.meta.dirname, '../../../docs/openapi.json');

/** The programs that the generator needs but this machine lacks. */
export const missingPrograms = (): string[] => [
  ...(javaVersion() >= OLDEST_JAVA ? [] : [`Java ${OLDEST_JAVA} or later`]),
  ...(isInstalled('mvn') ? [] : ['Maven']),
];

/** Generates a client from docs/openapi.json. The first run downloads the generator from Maven Central. */
export const generate = async (
  { generator, options = [] }: { readonly generator: string; readonly options?: readonly string[] },
  folder: string,
): Promise<void> => {
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${VERSION}`;
  const cache = await inCache(`openapi-generator-${VERSION}`, (to) =>
    run('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${to}`], to),
  );
  const jar = join(cache, `openapi-generator-cli-${VERSION}.jar`);
  await run('java', ['-jar', jar, 'generate', '-i', DOCUMENT, '-g', generator, '-o', folder, ...options], cache);
};
