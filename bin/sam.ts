import { runCdk } from '../lib/aws/deployment/deployment-tools.ts';
import { runSam } from '../lib/local/sam/run-sam.ts';
import { waitForInterrupt } from '../lib/local/wait-for-interrupt.ts';

const outputDirectory = 'cdk.out/sam';

const code = await runSam(process.argv.slice(2), process.env, {
  outputDirectory,
  synthesise: (settings) => {
    const context = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return runCdk(['synth', '--quiet', ...context, '-o', outputDirectory]);
  },
  end: waitForInterrupt(),
  print: (text) => console.log(text),
  warn: (text) => console.error(text),
});
process.exit(code);
