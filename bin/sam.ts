import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../lib/aws/bundling.ts';
import { runSam } from '../lib/local/sam/run-sam.ts';
import { waitForInterrupt } from '../lib/local/wait-for-interrupt.ts';

const outputDirectory = 'cdk.out/sam';

const code = await runSam(process.argv.slice(2), process.env, {
  outputDirectory,
  synthesise: async (settings) => {
    const context = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const words = [join(PROJECT_DIRECTORY, 'node_modules/aws-cdk/bin/cdk'), 'synth', '--quiet', ...context];
    const child = spawn(process.execPath, [...words, '-o', outputDirectory], {
      cwd: PROJECT_DIRECTORY,
      stdio: 'inherit',
    });
    const [exitCode] = (await once(child, 'close')) as [number | null];
    return exitCode ?? 1;
  },
  end: waitForInterrupt(),
  print: (text) => console.log(text),
  warn: (text) => console.error(text),
});
process.exit(code);
