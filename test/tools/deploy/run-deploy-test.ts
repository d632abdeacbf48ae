import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeChecks, type Checks } from './checks.ts';
import { openStack } from './deployed-stack.ts';
import { driveService } from './drive-service.ts';
import { startMoto, type Moto } from './moto.ts';
import { runCommand } from './processes.ts';
import { sabotages, type Resources } from './sabotages.ts';

const HELP = `npm run test:deploy [-- --no-sabotages]

Deploys stage dev with the real CDK into moto, an AWS that runs on this machine, and drives what was deployed: the command line,
every route, the stream and the pushes, each function with its deployed code, environment and permissions. Then it breaks the
template in several ways and expects to notice. Needs Python 3.11 or later with venv, npm, and for the first run a network; no Docker,
no AWS account. Settings: MOTO_VENV (a Python environment that has moto), MOTO_PORT (3210).

Played here: API Gateway, the reader of the stream, IAM, the CDK's function that copies files, CloudFront (created, not run).
What moto cannot tell: quotas, throttling, time to live, eventual consistency, real IAM, KMS, CloudFront, managed login, CodeDeploy.`;

const STACK = 'checkin-dev';
const CONTEXT = ['-c', 'stage=dev'];

const cdk = (moto: Moto, ...words: string[]) =>
  runCommand(process.execPath, ['node_modules/aws-cdk/bin/cdk', ...words], moto.environment);

const mustRun = async ({ check }: Checks, what: string, command: ReturnType<typeof runCommand>) => {
  const { code, stdout, stderr } = await command;
  check(what, code === 0, (stderr + stdout).slice(-3000));
  if (code !== 0) throw new Error(`${what} failed.`);
  return stdout + stderr;
};

/** Makes a change in a template of a cloud assembly. */
const editTemplate = (assembly: string, stackName: string, edit: (resources: Resources) => void): void => {
  const file = join(assembly, `${stackName}.template.json`);
  const template = JSON.parse(readFileSync(file, 'utf8')) as { Resources: Resources };
  edit(template.Resources);
  writeFileSync(file, JSON.stringify(template));
};

const npmDeploy = (moto: Moto, assembly: string, ...words: string[]) =>
  runCommand(
    process.execPath,
    ['bin/deploy.ts', ...CONTEXT, '-o', assembly, '--require-approval', 'never', ...words],
    moto.environment,
  );

const testDeployment = async (moto: Moto, folder: string, checks: Checks): Promise<void> => {
  const assembly = join(folder, 'cdk.out');
  await mustRun(checks, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
  await mustRun(checks, 'npm run deploy', npmDeploy(moto, assembly));
  const stack = await openStack(moto, STACK, folder);
  await driveService(moto, stack, STACK, folder, checks);
  stack.close();
  const repeated = await mustRun(checks, 'the same deployment again', npmDeploy(moto, assembly));
  checks.check('… changes nothing', repeated.includes('no changes'), repeated.slice(-500));
  checks.check('moto had no trouble', moto.complaints().length === 0, moto.complaints());
  await mustRun(checks, 'cdk destroy', cdk(moto, 'destroy', '--all', '--app', assembly, '--force'));
};

/** Whether the test notices a fault: the deployment fails, or a check does. */
const notices = async (moto: Moto, folder: string, sabotage: (resources: Resources) => void): Promise<string> => {
  const quiet = makeChecks(() => undefined);
  const assembly = join(folder, 'sabotaged.out');
  await moto.reset();
  try {
    await mustRun(quiet, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
    await mustRun(quiet, 'cdk synth', cdk(moto, 'synth', '--quiet', '-o', assembly, ...CONTEXT, '-c', 'console=false'));
    editTemplate(assembly, STACK, sabotage);
    await mustRun(quiet, 'cdk deploy', cdk(moto, 'deploy', STACK, '--app', assembly, '--require-approval', 'never'));
    const stack = await openStack(moto, STACK, folder);
    try {
      await driveService(moto, stack, STACK, folder, quiet);
    } finally {
      stack.close();
    }
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  } finally {
    rmSync(assembly, { recursive: true, force: true });
  }
  return quiet.failures[0] ?? '';
};

const main = async (words: readonly string[]): Promise<number> => {
  if (words.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'test-deploy-'));
  const moto = await startMoto(Number(process.env['MOTO_PORT'] ?? 3210));
  const checks = makeChecks(console.log);
  try {
    await testDeployment(moto, folder, checks);
    const wanted = words.includes('--no-sabotages') ? {} : sabotages;
    for (const [name, sabotage] of Object.entries(wanted)) {
      const noticed = await notices(moto, folder, sabotage);
      checks.check(`notices ${name}${noticed && ` (${noticed})`}`, noticed !== '');
    }
  } catch (error) {
    const complaint = moto.complaints().at(-1)?.split('\n').slice(-8).join('\n') ?? '';
    checks.check('the test ran to its end', false, `${String(error)} ${complaint}`);
  } finally {
    moto.stop();
    rmSync(folder, { recursive: true });
  }
  const failed = checks.failures.length;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `${failed ? 'FAILED' : 'PASSED'}: ${checks.count() - failed} of ${checks.count()} checks, in ${seconds} s`,
  );
  return failed ? 1 : 0;
};

process.exitCode = await main(process.argv.slice(2));
