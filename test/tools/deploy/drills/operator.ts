import { runCommand } from '../../processes.ts';
import type { DrillContext } from '../drill-context.ts';

/** Runs the commands of an operator, with the operator's credentials. */
export const operate = async (context: DrillContext): Promise<void> => {
  const { service, admin, tryAdmin, tryAdminUntilDone, gate, moto, checks } = context;
  const { check, equal } = checks;
  const { code, stdout: health } = await tryAdminUntilDone('doctor');
  check('doctor finds nothing wrong', code === 0, health);
  check('doctor says what is deployed', health.includes('is deployed'), health);
  check('doctor finds that every table can be restored', !health.includes('DISABLED'), health);

  await admin('keys', 'rotate');
  await service.stopEnvironments();
  const checkIn = { body: { id: 43 }, token: gate.token };
  const after = await service.send('POST /scheduling/checkin', checkIn);
  equal('after a rotation of the keys, earlier tokens are valid', after.status, 200);
  equal('another rotation immediately afterwards is rejected', (await tryAdmin('keys', 'rotate')).code, 1);

  const words = ['bin/admin.ts', 'clients', 'list', '--stack', 'nowhere'];
  const unknown = await runCommand(process.execPath, words, moto.environment);
  equal('a command for a stack that does not exist ends with exit code 1', unknown.code, 1);
};
