import { DeleteTableCommand, DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { capitalise } from '../../../../lib/aws/constructs/capitalise.ts';
import { tables } from '../../../../shared/tables.ts';
import { runDocumented } from '../documented-commands.ts';
import { HOUR, moment, type DrillContext } from '../drill-context.ts';

/** Deletes the table of bookings, and follows the runbook with AWS's own command line. */
export const restoreDeletedTable = async (context: DrillContext): Promise<void> => {
  const { moto, service, gate, logIn, importRows, tryAdminUntilDone, checks } = context;
  const { check } = checks;
  const database = new DynamoDBClient(moto.client);
  const lambda = new LambdaClient(moto.client);
  const TableName = service.outputs['BookingsTable'] ?? '';
  const rows = ['companyId,bookingId,userId,kind,name,checkinOpensAt,noShowAt'];
  await importRows('bookings', [...rows, `acme,late-43,43,position,Desk,${moment(-HOUR)},${moment(HOUR)}`]);
  const before = (await database.send(new DescribeTableCommand({ TableName }))).Table;

  // Like a stage with keepData, for which the runbook is.
  const protect = async (isProtected: boolean) => {
    for (const id of Object.keys(tables)) {
      const Named = service.outputs[`${capitalise(id)}Table`] ?? '';
      await database.send(new UpdateTableCommand({ TableName: Named, DeletionProtectionEnabled: isProtected }));
    }
  };
  await protect(true);
  await database.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  await database.send(new DeleteTableCommand({ TableName }));
  const lost = await tryAdminUntilDone('doctor');
  check('doctor notices that a table is gone', lost.code !== 0, lost.stdout);
  const variables = { LOST: 'BookingsTable' };
  const followed = await runDocumented(context, { file: 'docs/runbooks.md', section: 'Deleted table', variables });
  check('a deleted table: the commands of the runbook run', followed.code === 0, followed.stderr || followed.stdout);

  const { Table: table } = await database.send(new DescribeTableCommand({ TableName }));
  check('… and it has its name, key, indexes and items again', table?.ItemCount === before?.ItemCount, table);
  check('… and its stream', table?.StreamSpecification?.StreamViewType === 'NEW_AND_OLD_IMAGES', table);
  const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand({}));
  const current = EventSourceMappings.filter(({ EventSourceArn }) => EventSourceArn === table?.LatestStreamArn);
  const filters = current.map(({ FilterCriteria }) => FilterCriteria?.Filters?.length);
  check('… which the push function reads, through the same filter', filters.join() === '1', EventSourceMappings);
  const health = await tryAdminUntilDone('doctor');
  check('… and doctor finds nothing wrong', health.code === 0, health.stdout);
  // Other drills rotate the signing keys.
  const token = String((await logIn(gate)).body['accessToken']);
  const checkin = await service.send('POST /scheduling/checkin', { body: { id: 43 }, token });
  check('… and people check in', Number(checkin.body['checkinCount']) >= 1, checkin);

  // So that the stack can be deleted at the end.
  await protect(false);
  database.destroy();
  lambda.destroy();
};
