import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

// Bundles the command line as JavaScript for the package, because Node runs no TypeScript below node_modules.
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

// On Node 20, the AWS SDK warns on stderr that its later versions need Node 22. The bundled version runs on Node 20, and with
// --json the last line of stderr must be the error. The variable must be set before the SDK is loaded.
const start = `process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
const { main } = await import("./lib/cli/run-cli.ts");
await main("checkin-admin");`;

await rm(dist, { recursive: true, force: true });
await build({
  stdin: { contents: start, resolveDir: root },
  outdir: dist,
  entryNames: 'checkin-admin',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // The CommonJS packages in the bundle load Node's own modules with `require`.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
await chmod(join(dist, 'checkin-admin.js'), 0o755);
