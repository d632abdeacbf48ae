import type { DrillContext } from '../drill-context.ts';

/** Rotates the keys, and looks for faults. */
export const operate = async ({ service, admin, tryAdmin, logIn, gate, checks }: DrillContext): Promise<void> => {
  await admin('keys', 'rotate');
  await service.stopEnvironments();
  await logIn(gate);
  const checkIn = { body: { id: 43 }, token: gate.token };
  const { status } = await service.send('POST /scheduling/checkin', checkIn);
  checks.equal('after a rotation of the keys, earlier tokens are valid', status, 200);
  const { code, stdout } = await tryAdmin('doctor');
  checks.check('doctor finds nothing wrong', code === 0, stdout);
};

/** Deletes tables, and follows the runbook, which ends with `doctor`: it finds whatever a restored table lacks. */
export const restoreDeletedTables = async ({ service, gate, checks, followRunbook }: DrillContext): Promise<void> => {
  for (const LOST of ['BookingsTable', 'AuditLogTable', 'UsersTable'])
    await followRunbook('Deleted table', { LOST }, 'aws dynamodb delete-table --table-name "$(output "$LOST")"');
  await service.stopEnvironments();
  const { status, body } = await service.send('POST /scheduling/checkin', { body: { id: 42 }, token: gate.token });
  checks.equal(
    'after that, people can check in, and earlier check-ins are known',
    [status, body['checkinCount']],
    [200, 0],
  );
};
