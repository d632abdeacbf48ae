import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTEXT, cdk, mustRun, npmDeploy, STACK } from './cdk-commands.ts';
import { makeChecks, type Checks } from './checks.ts';
import { drills, type DrillName } from './drills.ts';
import { startMoto, type Moto } from './moto.ts';
import { sabotages, type Resources, type Sabotage } from './sabotages.ts';
import { openWorld } from './world.ts';

const HELP = `npm run test:deploy [-- --no-sabotages] [--only DRILL,DRILL]

Deploys stage dev, the service and its console, with the real CDK into moto, an AWS that runs on this machine, and drives what was
deployed: the command line, every route of both APIs, the authorizer, the stream and the pushes; each function with its deployed
code, environment and permissions. Then it breaks the templates in several ways and expects to notice. Needs Python 3.11 or later with
venv, npm, and for the first run a network; no Docker, no AWS account. Settings: MOTO_VENV (a Python environment that has moto),
MOTO_PORT (3210). --only runs some drills, and no sabotages: ${Object.keys(drills).join(', ')}.

Simulated here: API Gateway and its JWT authorizer, the OpenID Connect issuer, the reader of the stream, Lambda's invocations, IAM, the
CDK's function that copies files, CloudFront (created, not run).
Not tested, because moto does not have it: quotas, throttling, time to live, eventual consistency, PartiQL with parameters, real IAM, KMS, CloudFront,
managed login, CodeDeploy.`;

/** Makes a change in a template of a cloud assembly. */
const editTemplate = (assembly: string, stackName: string, edit: (resources: Resources) => void): void => {
  const file = join(assembly, `${stackName}.template.json`);
  const template = JSON.parse(readFileSync(file, 'utf8')) as { Resources: Resources };
  edit(template.Resources);
  writeFileSync(file, JSON.stringify(template));
};

interface Drilling {
  readonly folder: string;
  readonly hasConsole: boolean;
  readonly names: readonly DrillName[];
}

/** @param preparing what is expected before the first drill; a sabotage has to be noticed by a drill */
const runDrills = async (
  moto: Moto,
  { folder, hasConsole, names }: Drilling,
  { preparing, checks }: { readonly preparing: Checks; readonly checks: Checks },
): Promise<void> => {
  const world = await openWorld(moto, { stackName: STACK, hasConsole, folder }, preparing);
  try {
    for (const name of names) await drills[name]({ ...world, checks });
  } finally {
    await world.close();
  }
};

const testDeployment = async (
  moto: Moto,
  { folder, assembly, names }: { folder: string; assembly: string; names: readonly DrillName[] },
  checks: Checks,
): Promise<void> => {
  await mustRun(checks, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
  await mustRun(checks, 'npm run deploy', npmDeploy(moto, assembly));
  await runDrills(moto, { folder, hasConsole: true, names }, { preparing: checks, checks });
  const repeated = await mustRun(checks, 'the same deployment again', npmDeploy(moto, assembly));
  checks.check('… changes nothing', repeated.includes('no changes'), repeated.slice(-500));
  checks.check('moto had no trouble', moto.complaints().length === 0, moto.complaints());
  await mustRun(checks, 'cdk destroy', cdk(moto, 'destroy', '--all', '--app', assembly, '--force'));
};

/** A sabotage was noticed: by this check. */
class NoticedError extends Error {}

/** @returns the check that notices a fault; undefined: none does. @throws Error if the fault could not be tried */
const findNotice = async (
  moto: Moto,
  { folder, assembly, sabotage }: { folder: string; assembly: string; sabotage: Sabotage },
): Promise<string | undefined> => {
  const fail = (what: string): never => {
    throw new Error(`not tried: ${what}`);
  };
  const notice = (what: string): never => {
    throw new NoticedError(what);
  };
  const preparing = makeChecks(() => undefined, fail);
  const sabotaged = join(folder, 'sabotaged.out');
  const hasConsole = sabotage.stack === 'console';
  const stacks = hasConsole ? [STACK, `${STACK}-console`] : [STACK];
  cpSync(assembly, sabotaged, { recursive: true });
  await moto.reset();
  try {
    editTemplate(sabotaged, stacks.at(-1) as string, sabotage.edit);
    await mustRun(preparing, 'cdk bootstrap', cdk(moto, 'bootstrap', ...CONTEXT));
    const deploy = ['deploy', ...stacks, '--app', sabotaged, '--require-approval', 'never'];
    await mustRun(preparing, 'cdk deploy', cdk(moto, ...deploy));
    const checks = makeChecks(() => undefined, notice);
    await runDrills(moto, { folder, hasConsole, names: sabotage.drills }, { preparing, checks });
    return undefined;
  } catch (error) {
    if (error instanceof NoticedError) return error.message;
    throw error;
  } finally {
    rmSync(sabotaged, { recursive: true, force: true });
  }
};

/** The drills that `--only` names; all without it. @throws Error if one is unknown */
const readDrills = (words: readonly string[]): readonly DrillName[] => {
  const at = words.indexOf('--only');
  const named = at === -1 ? Object.keys(drills) : (words[at + 1] ?? '').split(',');
  const unknown = named.filter((name) => !Object.hasOwn(drills, name));
  if (unknown.length > 0) throw new Error(`There is no drill ${unknown.join(', ')}: see --help.`);
  return named as DrillName[];
};

const main = async (words: readonly string[]): Promise<number> => {
  if (words.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  const names = readDrills(words);
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'test-deploy-'));
  const moto = await startMoto(Number(process.env['MOTO_PORT'] ?? 3210));
  const checks = makeChecks(console.log);
  try {
    const assembly = join(folder, 'cdk.out');
    await testDeployment(moto, { folder, assembly, names }, checks);
    const wanted = words.includes('--no-sabotages') || words.includes('--only') ? {} : sabotages;
    for (const [name, sabotage] of Object.entries(wanted)) {
      try {
        const noticed = await findNotice(moto, { folder, assembly, sabotage });
        checks.check(`notices ${name} (${noticed})`, noticed !== undefined);
      } catch (error) {
        checks.check(`notices ${name}`, false, String(error));
      }
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

// Ends the process even if connections are still open after a failure.
process.exit(await main(process.argv.slice(2)));
