import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';

/** A built file of the console. */
export interface ConsoleFile {
  /** The file's path, such as `/console/assets/main-ABCDEFGH.js`. */
  readonly path: string;
  readonly contentType: string;
  /** Files with hashed names never change; index.html is requested at each visit. */
  readonly cacheControl: 'public, max-age=31536000, immutable' | 'no-cache';
  readonly body: Uint8Array;
}

const SOURCES = join(import.meta.dirname, 'browser');
const ASSETS = '/console/assets/';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const options = {
  absWorkingDir: SOURCES,
  outdir: 'assets',
  write: false,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'copy' },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  logLevel: 'silent',
} as const satisfies BuildOptions;

const urlOf = (output: string): string => ASSETS + (output.split('/').at(-1) ?? '');

/**
 * Builds the console's files in memory, in about a tenth of a second. index.html is the response to every path below
 * /console/ that is not a file. The server adds compression, /console/config.json, and the headers of
 * shared/console-api/security-headers.ts. After a sign-in or sign-out, the issuer redirects to /console/.
 */
export const buildConsole = async (): Promise<readonly ConsoleFile[]> => {
  const worker = await build({
    ...options,
    entryPoints: { 'workbook-worker': join(SOURCES, 'pages/import/workbook-worker.ts') },
  });
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: {
      main: join(SOURCES, 'main.tsx'),
      style: join(SOURCES, 'style.css'),
      icon: join(SOURCES, 'icon.svg'),
    },
    metafile: true,
    splitting: true,
    define: {
      WORKBOOK_WORKER_URL: JSON.stringify(urlOf(worker.outputFiles[0]?.path ?? '')),
      PAGE_IMPORTS: PAGE_IMPORTS_MARK,
    },
  });
  const pageImports = JSON.stringify(findPageImports(metafile));
  const assets = [...outputFiles, ...worker.outputFiles].map(({ path, contents, text }): ConsoleFile => {
    const name = path.split('/').at(-1) ?? '';
    return {
      path: ASSETS + name,
      contentType: CONTENT_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      cacheControl: 'public, max-age=31536000, immutable',
      body: name.startsWith('main-')
        ? new TextEncoder().encode(text.replace(PAGE_IMPORTS_MARK, pageImports))
        : contents,
    };
  });
  return [await makeIndex(metafile), ...assets];
};

/**
 * Stands in the main script for the imports of the pages, until the names of the scripts are known. The script imports the pages by
 * these names too, so its own name changes with them.
 */
const PAGE_IMPORTS_MARK = 'globalThis.__PAGE_IMPORTS__';

type Outputs = Metafile['outputs'];

const outputOf = (outputs: Outputs, name: string): string => {
  const output = Object.keys(outputs).find((path) => path.startsWith(`assets/${name}-`));
  if (output === undefined) throw new Error(`The build has no ${name}.`);
  return output;
};

/** The scripts that a script needs before it can run. */
const staticImports = (outputs: Outputs, output: string): string[] =>
  (outputs[output]?.imports ?? [])
    .filter(({ kind }) => kind === 'import-statement')
    .flatMap(({ path }) => [path, ...staticImports(outputs, path)]);

/** Finds what the script of each page imports in addition to the main script, by the name of the page. */
const findPageImports = ({ outputs }: Metafile): Readonly<Record<string, readonly string[]>> => {
  const main = outputOf(outputs, 'main');
  const loaded = new Set([main, ...staticImports(outputs, main)]);
  return Object.fromEntries(
    Object.keys(outputs).flatMap((output) => {
      const page = /\/(\w+)-page-\w+\.js$/.exec(output)?.[1];
      if (page === undefined) return [];
      const others = staticImports(outputs, output).filter((path) => !loaded.has(path));
      return [[page, [...new Set(others)].map(urlOf)]];
    }),
  );
};

/** Makes index.html, with the hashed names of the scripts and styles, and preload links for the imports of the main script. */
const makeIndex = async ({ outputs }: Metafile): Promise<ConsoleFile> => {
  const main = outputOf(outputs, 'main');
  const preloads = [...new Set(staticImports(outputs, main))].map(
    (path) => `<link rel="modulepreload" href="${urlOf(path)}">`,
  );
  const template = await readFile(join(SOURCES, 'index.html'), 'utf8');
  const page = template
    .replace('<!-- preloads -->', preloads.join('\n    '))
    .replace('main.js', urlOf(main))
    .replace('style.css', urlOf(outputOf(outputs, 'style')))
    .replace('icon.svg', urlOf(outputOf(outputs, 'icon')));
  return {
    path: '/console/index.html',
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    body: new TextEncoder().encode(page),
  };
};
