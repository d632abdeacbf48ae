import { runDocumented } from '../documented-commands.ts';
import type { DrillContext } from '../drill-context.ts';

/** Follows "Check the first deployment" where this machine can: one alarm is set off, so that somebody sees the mail. */
export const testAlarm = async (context: DrillContext): Promise<void> => {
  const { check } = context.checks;
  const alarm = await runDocumented(context, {
    file: 'docs/deployment.md',
    section: 'Check the first deployment',
    variables: {},
    // Not needed here, and `npm` is slow.
    overrides: 'npm() { :; }',
  });
  check('an alarm can be set off as a test', alarm.stdout.trim().endsWith('ALARM'), alarm.stderr || alarm.stdout);
};
