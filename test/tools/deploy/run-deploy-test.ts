import { join } from 'node:path';
import { withChanges } from '../change-source.ts';
import { makeChecks, runTool, type ToolRun } from '../run-tool.ts';
import { CONTEXT, cdk, mustRun, npmDeploy } from './cdk-commands.ts';
import { startDeployer } from './deployer.ts';
import { openContext } from './drill-context.ts';
import { drillNames, drills, type DrillName } from './drills.ts';
import { startMoto, type Moto } from './moto.ts';
import { sabotages } from './sabotages.ts';

const HELP = `Usage: npm run test:deploy [-- --only DRILL,DRILL | --sabotages [TEXT]]

Deploys stage dev (the service and its console) with the real CDK into moto, which simulates AWS on this machine. Then uses what
was deployed: the command line, every route of both APIs, the authorizer, the stream and the pushes. Each function runs with its
deployed code, environment and permissions.
Needs npm, Python 3.11 or later with venv and, for the first run, a network; no Docker, no AWS account.
Settings: MOTO_VENV (a Python environment that has moto), MOTO_PORT (3210).
--only runs only these drills: ${drillNames.join(', ')}.
--sabotages instead puts faults into the sources, one at a time, which the drills must detect; with TEXT, only those with TEXT in
their names.

Simulated here: API Gateway and its JWT authorizer, the OpenID Connect issuer, the reader of the stream, Lambda's invocations, IAM,
CloudFront (created, not run). The CDK's own functions that copy and delete files run as deployed.
Not tested, because moto does not have it: quotas, throttling, time to live, eventual consistency, real IAM, KMS, CloudFront,
managed login, CodeDeploy.`;

type Test = Pick<ToolRun, 'checks' | 'folder'> & { readonly moto: Moto };

const testDeployment = async ({ moto, folder, checks }: Test, selected: readonly DrillName[]): Promise<void> => {
  const assembly = join(folder, 'cdk.out');
  await mustRun(checks, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
  await using ending = new AsyncDisposableStack();
  const deployer = ending.adopt(await startDeployer(moto), ({ stop }) => stop());
  const deployment = { moto, deployer, folder, checks };
  await mustRun(checks, 'npm run diff', cdk(deployer, 'diff', ...CONTEXT, '-o', join(folder, 'diff.out')));
  await mustRun(checks, 'npm run deploy', npmDeploy(deployer, assembly));
  const context = ending.adopt(await openContext(deployment), ({ close }) => close());
  for (const name of selected) await checks.attempt(name, () => drills[name](context));
  await checks.attempt('the same deployment again', async () => {
    const repeated = await mustRun(checks, 'the same deployment again', npmDeploy(deployer, assembly));
    checks.check('the same deployment again changes nothing', repeated.includes('no changes'), repeated.slice(-500));
  });
  await mustRun(checks, 'cdk destroy', cdk(deployer, 'destroy', '--all', '--app', assembly, '--force'));
  checks.equal('moto reported no error', moto.reportedErrors(), []);
  checks.equal('the documented role may make all these calls, with the roles of the bootstrap', deployer.denied(), []);
  checks.equal('the deployment assumes every role of the bootstrap', deployer.assumed.size, 3);
};

/** For each fault with `text` in its name, tests a deployment of the changed sources up to the first check that fails. */
const trySabotages = async ({ moto, folder, checks }: Test, text: string): Promise<void> => {
  for (const [name, fault] of Object.entries(sabotages).filter(([each]) => each.includes(text))) {
    await moto.reset();
    const changedMoto = { ...moto, environment: withChanges(moto.environment, [fault]) };
    const found = makeChecks(() => undefined);
    const untilFailure = {
      ...found,
      attempt: async (_part: string, run: () => Promise<unknown>) => void (await run()),
    };
    const test = { moto: changedMoto, folder, checks: untilFailure };
    await found.attempt('the test', () => testDeployment(test, [fault.drill]));
    await checks.attempt(name, async () =>
      checks.equal(`${fault.drill} detects ${name}`, found.failures, [fault.detectedBy]),
    );
  }
};

await runTool({
  help: HELP,
  options: { only: { type: 'string' }, sabotages: { type: 'boolean' } },
  run: async ({ checks, folder, defer, values, positionals }) => {
    const only = typeof values['only'] === 'string' ? values['only'].split(',') : drillNames;
    const unknown = only.filter((name) => !(drillNames as readonly string[]).includes(name));
    if (unknown.length > 0) throw new Error(`There is no drill ${unknown.join(', ')}: see --help.`);
    const moto = await startMoto(Number(process.env['MOTO_PORT'] ?? 3210));
    defer(moto.stop);
    if (values['sabotages'] === true) await trySabotages({ moto, folder, checks }, positionals[0] ?? '');
    else await testDeployment({ moto, folder, checks }, only as readonly DrillName[]);
    if (checks.failures.length > 0)
      console.log(moto.reportedErrors().at(-1)?.slice(-2000) ?? 'moto reported no error.');
  },
});
