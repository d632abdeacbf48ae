import { join } from 'node:path';
import { runTool } from '../run-tool.ts';
import { cdk, CONTEXT, deploy, mustRun } from './cdk-commands.ts';
import { startDeployer } from './deployer.ts';
import { openContext, type DrillContext } from './drill-context.ts';
import { useBatch } from '../drive-api/batch.ts';
import { useConsole } from './drills/console-api.ts';
import { useGate } from '../drive-api/gate.ts';
import { keepHouse } from './drills/housekeeping.ts';
import { startAgainElsewhere } from './drills/lost-region.ts';
import { operate, restoreDeletedTables } from './drills/operator.ts';
import { checkPermissions } from './drills/permissions.ts';
import { releaseAndRollBack } from './drills/release.ts';
import { publishEvents, sendPushes } from './drills/streams.ts';
import { useSync } from '../drive-api/sync.ts';
import { findMissingPython, startMoto } from './moto.ts';

const HELP = `Usage: npm run test:deploy

Deploys the stage dev with the real CDK into moto, which simulates AWS on this machine: bootstrap, a first deployment that fails,
the same one again, a release, a rollback, destroy, and a deployment again. Uses what was deployed: the command line, every route
of both APIs, the streams and the pushes. Each function runs with its deployed code, environment and permissions, and must use each
permission. Follows the runbooks Wrong deployment, Deleted table and Lost region.
Needs npm, Python 3.11 or later with venv and, for the first run, a network; no Docker, no AWS account.
Settings: MOTO_VENV (a Python environment that has moto and boto3; default: one in ~/.cache), MOTO_PORT (3210).

Simulated here: API Gateway, the OpenID Connect issuer, the reader of the stream, Lambda's invocations, IAM, AWS Backup.
Not tested, because moto does not have it: the JWT authorizer, quotas, throttling, time to live, eventual consistency, real IAM, KMS,
stack policies, CloudFront, managed login, CodeDeploy, the copying of the console's files, a second region.`;

/** In this order: a later drill checks what earlier ones have called. */
const drills: Readonly<Record<string, (context: DrillContext) => Promise<void>>> = {
  gate: useGate,
  push: sendPushes,
  events: publishEvents,
  batch: useBatch,
  sync: useSync,
  console: useConsole,
  operator: operate,
  housekeeping: keepHouse,
  permissions: checkPermissions,
  'Deleted table': restoreDeletedTables,
  release: releaseAndRollBack,
};

await runTool({
  help: HELP,
  missing: findMissingPython,
  run: async ({ checks, folder, defer }) => {
    const moto = await startMoto(Number(process.env['MOTO_PORT'] ?? 3210));
    defer(moto.stop);
    await using ending = new AsyncDisposableStack();
    await mustRun(checks, 'npx cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
    const deployer = ending.adopt(await startDeployer(moto), ({ stop }) => stop());
    const assembly = join(folder, 'cdk.out');
    await mustRun(checks, 'npx cdk diff', cdk(deployer, 'diff', ...CONTEXT, '-o', assembly));
    const failed = await deploy(deployer, assembly);
    const isUndone = failed.code !== 0 && failed.stderr.includes('ROLLBACK_COMPLETE');
    checks.check('a first deployment that fails is undone', isUndone, failed.stderr.slice(-2000));
    await mustRun(checks, 'npx cdk deploy', deploy(deployer, assembly));
    const deployment = { moto, deployer, assembly, folder, checks };
    const context = ending.adopt(await openContext(deployment), ({ close }) => close());
    for (const [name, drill] of Object.entries(drills)) await checks.attempt(name, () => drill(context));
    const repeated = await mustRun(checks, 'the same deployment again', deploy(deployer, assembly));
    checks.check('… changes nothing', repeated.includes('no changes'), repeated.slice(-500));
    const destroy = () => cdk(deployer, 'destroy', '--app', assembly, '--force');
    await mustRun(checks, 'npx cdk destroy', destroy());
    await mustRun(checks, 'npx cdk deploy after that', deploy(deployer, assembly));
    await checks.attempt('Lost region', () => startAgainElsewhere(context));
    await mustRun(checks, 'npx cdk destroy after that', destroy());
    checks.equal('the documented role may make all its calls', deployer.denied(), []);
    checks.equal('… and assumes three roles of the bootstrap', deployer.assumed().size, 3);
    if (checks.failures.length > 0) console.log(moto.lastError()?.slice(-2000) ?? 'moto reported no error.');
  },
});
