import { DeleteTableCommand, DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { capitalise } from '../../../../lib/aws/constructs/capitalise.ts';
import { tables } from '../../../../shared/tables.ts';
import { runDocumented } from '../documented-commands.ts';
import { BOOKING_HEADER, dateFromNow, HOUR } from '../company.ts';
import type { DrillContext } from '../drill-context.ts';

/**
 * Tables with a stream. `output`: the stack output that contains the table's name. `readers`: the functions that read the
 * stream, each with its number of filters.
 */
const streamTables = [
  { output: 'AuditLogTable', view: 'NEW_IMAGE', readers: 'events 1' },
  { output: 'BookingsTable', view: 'NEW_AND_OLD_IMAGES', readers: 'events 3,push 1' },
] as const;

/** Deletes tables, and follows the runbook with AWS's own command line. */
export const restoreDeletedTable = async (context: DrillContext): Promise<void> => {
  const { moto, service, database, gate, logIn, importRows, tryAdminUntilDone, checks } = context;
  const { check, equal } = checks;
  const lambda = new LambdaClient(moto.client);
  const nameOf = (output: string): string => service.outputs[output] ?? '';
  const describe = async (output: string) =>
    (await database.send(new DescribeTableCommand({ TableName: nameOf(output) }))).Table;
  const protect = (output: string, DeletionProtectionEnabled: boolean) =>
    database.send(new UpdateTableCommand({ TableName: nameOf(output), DeletionProtectionEnabled }));
  const protectAll = async (isProtected: boolean) => {
    for (const id of Object.keys(tables)) await protect(`${capitalise(id)}Table`, isProtected);
  };
  const readersOf = async (stream: string | undefined) => {
    const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand({}));
    return EventSourceMappings.filter(({ EventSourceArn }) => EventSourceArn === stream)
      .map(({ FunctionArn, FilterCriteria }) => {
        const { name } = service.functions.find(({ arn }) => arn === FunctionArn) ?? {};
        return `${name} ${FilterCriteria?.Filters?.length}`;
      })
      .toSorted();
  };

  await importRows('bookings', [
    BOOKING_HEADER,
    `acme,late-43,43,position,Desk,${dateFromNow(-HOUR)},${dateFromNow(HOUR)}`,
  ]);
  // Protects the tables as in a stage with keepData, for which the runbook is written.
  await protectAll(true);
  for (const { output, view, readers } of streamTables) {
    const before = await describe(output);
    await protect(output, false);
    await database.send(new DeleteTableCommand({ TableName: nameOf(output) }));
    const health = await tryAdminUntilDone('doctor');
    check(`doctor notices that ${output} is gone`, health.code !== 0, health.stdout);
    const runbook = { file: 'docs/runbooks.md', section: 'Deleted table', variables: { LOST: output } };
    const followed = await runDocumented(context, runbook);
    check(`${output}: the commands of the runbook succeed`, followed.code === 0, followed.stderr || followed.stdout);
    const table = await describe(output);
    equal('… and it has its name, key, indexes and items again', table?.ItemCount, before?.ItemCount);
    equal('… and its stream', table?.StreamSpecification?.StreamViewType, view);
    const found = (await readersOf(table?.LatestStreamArn)).join();
    equal('… which the same functions read, through the same filters', found, readers);
  }
  const health = await tryAdminUntilDone('doctor');
  check('… and doctor finds nothing wrong', health.code === 0, health.stdout);
  // Uses a new token, because other drills rotate the signing keys.
  const token = String((await logIn(gate)).body['accessToken']);
  const checkin = await service.send('POST /scheduling/checkin', { body: { id: 43 }, token });
  check('… and people can check in', Number(checkin.body['checkinCount']) >= 1, checkin);

  // The stack is deleted at the end, which would fail if its tables were still protected.
  await protectAll(false);
  lambda.destroy();
};
