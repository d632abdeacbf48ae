import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTEXT, cdk, mustRun, npmDeploy, STACK } from './cdk-commands.ts';
import { makeChecks, printResult, type Checks } from './checks.ts';
import { startDeployer } from './deployer.ts';
import { openContext, type DrillContext } from './drill-context.ts';
import { drills, lifecycle, type DrillName, type LifecycleName } from './drills.ts';
import { startMoto, type Moto } from './moto.ts';
import { sabotageRounds, type Resources, type Sabotage, type SabotageRound } from './sabotages.ts';
import { sourceRounds, type SourceRound } from './source-sabotages.ts';
import { withChanges } from '../change-source.ts';
import { readOptions } from '../read-options.ts';

const names = [...Object.keys(drills), ...Object.keys(lifecycle)] as (DrillName | LifecycleName)[];

const HELP = `Usage: npm run test:deploy [-- --only DRILL,DRILL | --sabotages [TEXT]]

Deploys stage dev (the service and its console) with the real CDK into moto, which simulates AWS on this machine. Then uses what
was deployed: the command line, every route of both APIs, the authorizer, the stream and the pushes. Each function runs with its
deployed code, environment and permissions.
Needs npm, Python 3.11 or later with venv and, for the first run, a network; no Docker, no AWS account.
Settings: MOTO_VENV (a Python environment that has moto), MOTO_PORT (3210).
--only runs only these drills: ${names.join(', ')}.
--sabotages instead breaks the templates and sources in several ways, which the drills must detect; with TEXT, only in the rounds
that have a fault with TEXT in its name.

Simulated here: API Gateway and its JWT authorizer, the OpenID Connect issuer, the reader of the stream, Lambda's invocations, IAM,
CloudFront (created, not run). The CDK's own functions that copy and delete files run as deployed.
Not tested, because moto does not have it: quotas, throttling, time to live, eventual consistency, real IAM, KMS, CloudFront,
managed login, CodeDeploy.`;

const isDrill = (name: DrillName | LifecycleName): name is DrillName => Object.hasOwn(drills, name);

interface Test {
  readonly moto: Moto;
  /** A folder for files, which is deleted at the end. */
  readonly folder: string;
  readonly checks: Checks;
}

/** Makes a change in a template of a cloud assembly. */
const editTemplate = (assembly: string, stackName: string, edit: (resources: Resources) => void): void => {
  const file = join(assembly, `${stackName}.template.json`);
  const template = JSON.parse(readFileSync(file, 'utf8')) as { Resources: Resources };
  edit(template.Resources);
  writeFileSync(file, JSON.stringify(template));
};

const testDeployment = async (
  { moto, folder, checks }: Test,
  selected: readonly (DrillName | LifecycleName)[],
): Promise<void> => {
  const assembly = join(folder, 'cdk.out');
  await mustRun(checks, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
  const deployer = await startDeployer(moto);
  const environment = { moto, deployer, folder, checks };
  try {
    if (selected.includes('firstDeployment')) {
      await lifecycle.firstDeployment(environment);
      await moto.reset();
      await mustRun(checks, 'cdk bootstrap again', cdk(moto, 'bootstrap', ...CONTEXT));
    }
    await mustRun(checks, 'npm run diff', cdk(deployer, 'diff', ...CONTEXT, '-o', join(folder, 'diff.out')));
    await mustRun(checks, 'npm run deploy', npmDeploy(deployer, assembly));
    const context = await openContext({ moto, folder, checks });
    try {
      for (const name of selected) if (isDrill(name)) await drills[name](context);
    } finally {
      await context.close();
    }
    if (selected.includes('rollback')) await lifecycle.rollback(environment);
    const repeated = await mustRun(checks, 'the same deployment again', npmDeploy(deployer, assembly));
    checks.check('the same deployment again changes nothing', repeated.includes('no changes'), repeated.slice(-500));
    checks.check('moto reported no error', moto.reportedErrors().length === 0, moto.reportedErrors());
    await mustRun(checks, 'cdk destroy', cdk(deployer, 'destroy', '--all', '--app', assembly, '--force'));
    const { assumed } = deployer;
    const denied = deployer.denied();
    checks.check(
      'the documented role may make all these calls, with the roles of the bootstrap',
      denied.length === 0,
      denied,
    );
    checks.check('the deployment assumes every role of the bootstrap', assumed.size === 3, [...assumed]);
  } finally {
    deployer.close();
  }
};

/** Runs a drill until a check fails. @returns that check */
const findFailedCheck = async (context: DrillContext, drill: DrillName): Promise<string> => {
  const check = (what: string, holds: boolean): void => {
    if (!holds) throw new Error(what);
  };
  try {
    await drills[drill]({ ...context, checks: { ...context.checks, check } });
    return 'no check failed';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Deploys the faults of a round, and runs the drills that must detect them. */
const trySabotages = async ({ moto, folder, checks }: Test, assembly: string, round: SabotageRound): Promise<void> => {
  const sabotaged = join(folder, 'sabotaged.out');
  const faults = Object.entries(round) as [DrillName, Sabotage][];
  const consoleStack = `${STACK}-console`;
  rmSync(sabotaged, { recursive: true, force: true });
  cpSync(assembly, sabotaged, { recursive: true });
  await moto.reset();
  for (const [drill, { edit }] of faults) editTemplate(sabotaged, drill === 'console' ? consoleStack : STACK, edit);
  await mustRun(checks, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
  const deploy = ['deploy', STACK, consoleStack, '--app', sabotaged, '--require-approval', 'never'];
  await mustRun(checks, 'cdk deploy', cdk(moto, ...deploy));
  const context = await openContext({ moto, folder, checks });
  try {
    for (const [drill, { name, detectedBy }] of faults) {
      const failed = await findFailedCheck(context, drill);
      checks.check(`${drill} detects ${name}: ${detectedBy}`, failed === detectedBy, failed);
    }
  } finally {
    await context.close();
  }
};

/** Runs the test on changed sources. For each change, a check must fail. */
const trySourceSabotages = async ({ moto, folder, checks }: Test, round: SourceRound): Promise<void> => {
  const testChecks = makeChecks(() => undefined);
  await moto.reset();
  const changedMoto = { ...moto, environment: withChanges(moto.environment, round.faults) };
  try {
    await testDeployment({ moto: changedMoto, folder, checks: testChecks }, round.drills);
  } catch (error) {
    // Some faults end the test. The failed check then says why.
    if (testChecks.failures.length === 0) throw error;
  }
  for (const { name, detectedBy } of round.faults) {
    const isDetected = testChecks.failures.includes(detectedBy);
    checks.check(`${round.drills.join()} detects ${name}: ${detectedBy}`, isDetected, testChecks.failures);
  }
};

/** Tries the rounds that have a fault with `text` in its name. */
const tryRounds = async (test: Test, text: string): Promise<void> => {
  const isSelected = (faults: readonly { readonly name: string }[]) => faults.some(({ name }) => name.includes(text));
  const assembly = join(test.folder, 'intact.out');
  await mustRun(test.checks, 'cdk synth', cdk(test.moto, 'synth', '--quiet', ...CONTEXT, '-o', assembly));
  const attempts = [
    ...sabotageRounds
      .filter((round) => isSelected(Object.values(round)))
      .map((round) => () => trySabotages(test, assembly, round)),
    ...sourceRounds.filter(({ faults }) => isSelected(faults)).map((round) => () => trySourceSabotages(test, round)),
  ];
  for (const attempt of attempts)
    await attempt().catch((error: unknown) => test.checks.check('a round ran to its end', false, String(error)));
};

const main = async (): Promise<number> => {
  const options = { only: { type: 'string' }, sabotages: { type: 'boolean' } } as const;
  const { values, positionals } = readOptions(HELP, options, true);
  const only = values.only?.split(',') ?? names;
  const unknown = only.filter((name) => !(names as string[]).includes(name));
  if (unknown.length > 0) throw new Error(`There is no drill ${unknown.join(', ')}: see --help.`);
  const startedAt = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'test-deploy-'));
  const moto = await startMoto(Number(process.env['MOTO_PORT'] ?? 3210));
  const checks = makeChecks(console.log);
  const test = { moto, folder, checks };
  try {
    if (values.sabotages) await tryRounds(test, positionals[0] ?? '');
    else await testDeployment(test, only as typeof names);
  } catch (error) {
    const reported = moto.reportedErrors().at(-1)?.split('\n').slice(-8).join('\n') ?? '';
    checks.check('the test ran to its end', false, `${String(error)} ${reported}`);
  } finally {
    moto.stop();
    rmSync(folder, { recursive: true });
  }
  return printResult(checks, startedAt);
};

// Ends the process even if connections are still open after a failure.
process.exit(await main());
