import { runDocumented } from '../documented-commands.ts';
import type { DrillContext } from '../drill-context.ts';
import { runCommand } from '../../processes.ts';

/** Runs the smoke test and sets off an alarm, as in docs/deployment.md, section "Check the first deployment". */
export const checkFirstDeployment = async (context: DrillContext): Promise<void> => {
  const { gate, service, operatorEnvironment, checks } = context;
  const client = { SMOKE_CLIENT_ID: gate.clientId, SMOKE_CLIENT_SECRET: gate.clientSecret };
  const words = ['test/tools/smoke/run-smoke-test.ts', service.outputs['ApiUrl'] ?? ''];
  const smoke = await runCommand(process.execPath, words, { ...operatorEnvironment, ...client });
  checks.check('npm run smoke', smoke.code === 0, smoke);
  const alarm = await runDocumented(context, {
    file: 'docs/deployment.md',
    section: 'Check the first deployment',
    variables: {},
    // The `npm` commands of this section are not needed here, and are slow.
    overrides: 'npm() { :; }',
  });
  checks.check('an alarm can be set off as a test', alarm.stdout.trim().endsWith('ALARM'), alarm);
};
