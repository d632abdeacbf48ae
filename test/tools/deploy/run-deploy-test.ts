import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTEXT, cdk, mustRun, npmDeploy, STACK } from './cdk-commands.ts';
import { makeChecks, printResult, type Checks } from './checks.ts';
import { startDeployer } from './deployer.ts';
import { drills, type DrillName } from './drills.ts';
import { lifecycle, type LifecycleName } from './lifecycle.ts';
import { startMoto, type Moto } from './moto.ts';
import { sourceRounds, type SourceRound } from './source-sabotages.ts';
import { withChanges } from './change-sources.ts';
import { sabotageRounds, type Resources, type Sabotage } from './sabotages.ts';
import { openContext, type DrillContext } from './drill-context.ts';

const HELP = `npm run test:deploy [-- --sabotages [TEXT] | --no-sabotages | --only DRILL,DRILL]

First part: deploys stage dev (the service and its console) with the real CDK into moto, which simulates AWS on this machine.
Then uses what was deployed: the command line, every route of both APIs, the authorizer, the stream and the pushes. Each
function runs with its deployed code, environment and permissions.
Second part: breaks the templates and sources in several ways, which the checks must detect.
Needs npm, Python 3.11 or later with venv and, for the first run, a network; no Docker, no AWS account.
Settings: MOTO_VENV (a Python environment that has moto), MOTO_PORT (3210).
--sabotages runs only the second part; with TEXT, only its rounds that have a fault with TEXT in its name.
--no-sabotages runs only the first part. --only runs only these drills of the first part:
${[...Object.keys(drills), ...Object.keys(lifecycle)].join(', ')}.

Simulated here: API Gateway and its JWT authorizer, the OpenID Connect issuer, the reader of the stream, Lambda's invocations, IAM,
CloudFront (created, not run). The CDK's own functions that copy and delete files run as deployed.
Not tested, because moto does not have it: quotas, throttling, time to live, eventual consistency, real IAM, KMS, CloudFront,
managed login, CodeDeploy.`;

const allNames: readonly string[] = [...Object.keys(drills), ...Object.keys(lifecycle)];

const isDrill = (name: DrillName | LifecycleName): name is DrillName => Object.hasOwn(drills, name);

/** Makes a change in a template of a cloud assembly. */
const editTemplate = (assembly: string, stackName: string, edit: (resources: Resources) => void): void => {
  const file = join(assembly, `${stackName}.template.json`);
  const template = JSON.parse(readFileSync(file, 'utf8')) as { Resources: Resources };
  edit(template.Resources);
  writeFileSync(file, JSON.stringify(template));
};

const testDeployment = async (
  moto: Moto,
  { folder, assembly, names }: { folder: string; assembly: string; names: readonly (DrillName | LifecycleName)[] },
  checks: Checks,
): Promise<void> => {
  await mustRun(checks, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
  const deployer = await startDeployer(moto);
  const environment = { moto, deployer, folder, checks };
  try {
    if (names.includes('firstDeployment')) {
      await lifecycle.firstDeployment(environment);
      await moto.reset();
      await mustRun(checks, 'cdk bootstrap again', cdk(moto, 'bootstrap', ...CONTEXT));
    }
    await mustRun(checks, 'npm run diff', cdk(deployer, 'diff', ...CONTEXT, '-o', join(folder, 'diff.out')));
    await mustRun(checks, 'npm run deploy', npmDeploy(deployer, assembly));
    const context = await openContext(moto, { stackName: STACK, hasConsole: true, folder }, checks);
    try {
      for (const name of names) if (isDrill(name)) await drills[name](context);
    } finally {
      await context.close();
    }
    if (names.includes('rollback')) await lifecycle.rollback(environment);
    const repeated = await mustRun(checks, 'the same deployment again', npmDeploy(deployer, assembly));
    checks.check('the same deployment again changes nothing', repeated.includes('no changes'), repeated.slice(-500));
    checks.check('moto reported no error', moto.reportedErrors().length === 0, moto.reportedErrors());
    await mustRun(checks, 'cdk destroy', cdk(deployer, 'destroy', '--all', '--app', assembly, '--force'));
    const { denied, assumed } = deployer;
    checks.check(
      'the documented role may make all these calls, with the roles of the bootstrap',
      denied.length === 0,
      denied,
    );
    checks.check('the deployment assumes every role of the bootstrap', new Set(assumed).size === 3, [
      ...new Set(assumed),
    ]);
  } finally {
    deployer.close();
  }
};

/** Runs a drill. @returns its first check that fails; undefined if none fails */
const findFailedCheck = async (context: DrillContext, drill: DrillName): Promise<string | undefined> => {
  let failed: string | undefined;
  const checks = makeChecks(
    () => undefined,
    (what) => {
      failed ??= what;
      throw new Error(`${what} failed.`);
    },
  );
  try {
    await drills[drill]({ ...context, checks });
  } catch (error) {
    return failed ?? String(error);
  }
  return failed;
};

/** Deploys the faults of a round, and runs the drills that must detect them. */
const trySabotages = async (
  moto: Moto,
  { folder, assembly, round }: { folder: string; assembly: string; round: (typeof sabotageRounds)[number] },
  { check }: Checks,
): Promise<void> => {
  const preparationChecks = makeChecks(
    () => undefined,
    (what) => {
      throw new Error(`${what} failed.`);
    },
  );
  const sabotaged = join(folder, 'sabotaged.out');
  const faults = Object.entries(round) as [DrillName, Sabotage][];
  const hasConsole = round.console !== undefined;
  const consoleStack = `${STACK}-console`;
  cpSync(assembly, sabotaged, { recursive: true });
  await moto.reset();
  for (const [drill, { edit }] of faults) editTemplate(sabotaged, drill === 'console' ? consoleStack : STACK, edit);
  await mustRun(preparationChecks, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
  const stacks = hasConsole ? [STACK, consoleStack] : [STACK];
  const deploy = ['deploy', ...stacks, '--app', sabotaged, '--require-approval', 'never'];
  await mustRun(preparationChecks, 'cdk deploy', cdk(moto, ...deploy));
  const context = await openContext(moto, { stackName: STACK, hasConsole, folder }, preparationChecks);
  try {
    for (const [drill, { name, detectedBy }] of faults) {
      const failed = await findFailedCheck(context, drill);
      check(`${drill} detects ${name}: ${detectedBy}`, failed === detectedBy, failed ?? 'no check failed');
    }
  } finally {
    await context.close();
    rmSync(sabotaged, { recursive: true, force: true });
  }
};

/** Runs the test on changed sources. For each change, a check must fail. */
const trySourceSabotages = async (
  moto: Moto,
  { folder, round: { drills: names, faults } }: { folder: string; round: SourceRound },
  { check }: Checks,
): Promise<void> => {
  const testChecks = makeChecks(() => undefined);
  const assembly = join(folder, 'changed.out');
  await moto.reset();
  const changedMoto = { ...moto, environment: withChanges(moto.environment, faults) };
  try {
    await testDeployment(changedMoto, { folder, assembly, names }, testChecks);
  } catch (error) {
    // Some faults end the test. The failed check then says why.
    if (testChecks.failures.length === 0) throw error;
  }
  for (const { name, detectedBy } of faults) {
    check(
      `${names.join()} detects ${name}: ${detectedBy}`,
      testChecks.failures.includes(detectedBy),
      testChecks.failures,
    );
  }
};

/**
 * Returns the drills that `--only` names, or all drills by default.
 * @throws Error if a name is unknown
 */
const readDrills = (words: readonly string[]): readonly (DrillName | LifecycleName)[] => {
  const at = words.indexOf('--only');
  const selected = at === -1 ? allNames : (words[at + 1] ?? '').split(',');
  const unknown = selected.filter((name) => !allNames.includes(name));
  if (unknown.length > 0) throw new Error(`There is no drill ${unknown.join(', ')}: see --help.`);
  return selected as (DrillName | LifecycleName)[];
};

/** The rounds of sabotages that the command's words select; `--sabotages` alone selects all. */
const selectRounds = (words: readonly string[]) => {
  const at = words.indexOf('--sabotages');
  const text = at === -1 ? '' : (words[at + 1] ?? '');
  const isSelected = (faults: readonly { readonly name: string }[]) =>
    !words.includes('--no-sabotages') && !words.includes('--only') && faults.some(({ name }) => name.includes(text));
  return {
    templates: sabotageRounds.filter((round) => isSelected(Object.values(round))),
    sources: sourceRounds.filter(({ faults }) => isSelected(faults)),
  };
};

const main = async (words: readonly string[]): Promise<number> => {
  if (words.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  const names = readDrills(words);
  const startedAt = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'test-deploy-'));
  const moto = await startMoto(Number(process.env['MOTO_PORT'] ?? 3210));
  const checks = makeChecks(console.log);
  try {
    const assembly = join(folder, 'cdk.out');
    if (words.includes('--sabotages')) {
      await mustRun(checks, 'cdk synth', cdk(moto, 'synth', '--quiet', ...CONTEXT, '-o', assembly));
    } else await testDeployment(moto, { folder, assembly, names }, checks);
    const rounds = selectRounds(words);
    const tryRound = async (faults: readonly { readonly name: string }[], attempt: Promise<void>) => {
      try {
        await attempt;
      } catch (error) {
        checks.check(`the faults are tried: ${faults.map(({ name }) => name).join('; ')}`, false, String(error));
      }
    };
    for (const round of rounds.templates)
      await tryRound(Object.values(round), trySabotages(moto, { folder, assembly, round }, checks));
    for (const round of rounds.sources)
      await tryRound(round.faults, trySourceSabotages(moto, { folder, round }, checks));
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
process.exit(await main(process.argv.slice(2)));
