import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { optionsFor } from '../../../../../lib/aws/bundling.ts';
import type { FunctionName } from '../../../../../lib/aws/function-needs.ts';

const SDK =
  /node_modules\/(@aws-sdk\/(?:client-[^/]+|lib-dynamodb))\/dist-es\/(?:commands\/)?(\w+(?:Client|Command))\.js$/;
const JOSE = /node_modules\/(jose)\/dist\/webapi\/jwt\/(?:verify|sign)\.js$/;
const JOSE_EXPORTS: Readonly<Record<string, string>> = { verify: 'jwtVerify', sign: 'SignJWT' };

/** Bundles the least that a function can load: the SDK clients and commands that it uses, and jose if it uses jose. */
export const bundleBare = (name: FunctionName, directory: string): void => {
  const { metafile } = buildSync({ ...optionsFor(name), metafile: true });
  const { inputs = {} } = metafile.outputs['index.js'] ?? {};
  const imports = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
    const [, moduleName, exportName = ''] = SDK.exec(path) ?? JOSE.exec(path) ?? [];
    return moduleName && bytesInOutput > 0
      ? [{ moduleName, exportName: JOSE_EXPORTS[path.slice(path.lastIndexOf('/') + 1, -3)] ?? exportName }]
      : [];
  });
  const isClient = ({ moduleName, exportName }: (typeof imports)[number]) =>
    exportName.endsWith('Client') && moduleName !== '@aws-sdk/lib-dynamodb';
  const contents = [
    ...imports.map(
      ({ moduleName, exportName }, index) => `import { ${exportName} as i${index} } from '${moduleName}';`,
    ),
    `export const used = [${imports.map((_, index) => `i${index}`).join(', ')}];`,
    `export const clients = [${imports.flatMap((item, index) => (isClient(item) ? [`new i${index}({})`] : [])).join(', ')}];`,
  ].join('\n');
  const { entryPoints: _, ...options } = optionsFor(name);
  const { outputFiles } = buildSync({ ...options, stdin: { contents, resolveDir: options.absWorkingDir } });
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'index.js'), outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '');
  writeFileSync(join(directory, 'package.json'), '{"type":"commonjs"}\n');
};
