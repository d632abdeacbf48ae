import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { tables } from '../../../../shared/tables.ts';
import { mustRun, npmDeploy, STACK } from '../cdk-commands.ts';
import type { LifecycleEnvironment } from '../drills.ts';

/** Options of a stage that keeps its data. */
const KEEP_DATA = ['-c', 'keepData=true', '-c', 'console=false'];
/** More memory than AWS gives to the functions of a new account. */
const TOO_MUCH_MEMORY = ['-c', 'memoryMegabytes=4096'];

/** Checks that a failed first deployment leaves nothing and can be repeated, and that a good one is protected from deletion. */
export const failFirstDeployment = async ({ moto, deployer, folder, checks }: LifecycleEnvironment): Promise<void> => {
  const { check } = checks;
  const assembly = join(folder, 'first.out');
  const cloudFormation = new CloudFormationClient(moto.client);
  const database = new DynamoDBClient(moto.client);
  const readStack = async () =>
    (await cloudFormation.send(new DescribeStacksCommand({ StackName: STACK }))).Stacks?.[0];
  const readTables = async () => {
    const { TableNames = [] } = await database.send(new ListTablesCommand({}));
    return Promise.all(
      TableNames.map(async (TableName) => (await database.send(new DescribeTableCommand({ TableName }))).Table),
    );
  };

  const failed = await npmDeploy(deployer, assembly, ...KEEP_DATA, ...TOO_MUCH_MEMORY);
  check('a first deployment that fails ends with exit code 1', failed.code === 1, failed.code);
  const failedStack = await readStack();
  check('… and its stack can be removed', failedStack?.StackStatus === 'ROLLBACK_COMPLETE', failedStack);
  check(
    '… and is not protected',
    failedStack?.EnableTerminationProtection !== true,
    failedStack?.EnableTerminationProtection,
  );
  const orphans = (await readTables()).map((table) => table?.TableName);
  check('… and no table is left', orphans.length === 0, orphans);

  await mustRun(checks, 'npm run deploy, repeated after the correction', npmDeploy(deployer, assembly, ...KEEP_DATA));
  const stack = await readStack();
  check('… makes the stack', /^(CREATE|UPDATE)_COMPLETE$/.test(stack?.StackStatus ?? ''), stack?.StackStatus);
  check('… which cannot be deleted by mistake', stack?.EnableTerminationProtection === true, stack);
  const created = await readTables();
  check('… with all tables', created.length === Object.keys(tables).length, created.length);
  const unprotected = created.filter((table) => table?.DeletionProtectionEnabled !== true);
  check('… protected from deletion', unprotected.length === 0, unprotected);
  const notKept = await npmDeploy(deployer, assembly, '-c', 'console=false');
  const output = notKept.stdout + notKept.stderr;
  const isRefused = notKept.code === 1 && output.includes('--allow-replacement keepData');
  check('… and keepData cannot be switched off by mistake', isRefused, output.slice(-500));
  cloudFormation.destroy();
  database.destroy();
};
