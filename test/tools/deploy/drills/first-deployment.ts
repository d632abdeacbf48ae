import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { tables } from '../../../../shared/tables.ts';
import { mustRun, npmDeploy, STACK } from '../cdk-commands.ts';
import type { Deployment } from '../drill-context.ts';

/** Options of a stage that keeps its data. */
const KEEP_DATA = ['-c', 'keepData=true', '-c', 'console=false'];
/** More memory than AWS gives to the functions of a new account. */
const TOO_MUCH_MEMORY = ['-c', 'memoryMegabytes=4096'];

/** Checks that a failed first deployment leaves nothing and can be repeated, and that a good one is protected from deletion. */
export const failFirstDeployment = async ({ moto, deployer, folder, checks }: Deployment): Promise<void> => {
  const { check, equal } = checks;
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
  equal('a first deployment that fails ends with exit code 1', failed.code, 1);
  const failedStack = await readStack();
  equal('… and its stack can be removed', failedStack?.StackStatus, 'ROLLBACK_COMPLETE');
  check('… and is not protected', failedStack?.EnableTerminationProtection !== true);
  const orphans = (await readTables()).map((table) => table?.TableName);
  equal('… and no table is left', orphans, []);

  await mustRun(checks, 'npm run deploy, repeated after the correction', npmDeploy(deployer, assembly, ...KEEP_DATA));
  const stack = await readStack();
  check('… makes the stack', /^(CREATE|UPDATE)_COMPLETE$/.test(stack?.StackStatus ?? ''), stack?.StackStatus);
  equal('… which cannot be deleted by mistake', stack?.EnableTerminationProtection, true);
  const created = await readTables();
  equal('… with all tables', created.length, Object.keys(tables).length);
  const unprotected = created.filter((table) => table?.DeletionProtectionEnabled !== true);
  equal('… protected from deletion', unprotected, []);
  const { code, stdout, stderr } = await npmDeploy(deployer, assembly, '-c', 'console=false');
  const isRefused = code === 1 && (stdout + stderr).includes('--allow-replacement keepData');
  check('… and keepData cannot be switched off by mistake', isRefused, (stdout + stderr).slice(-500));
  cloudFormation.destroy();
  database.destroy();
};
