import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capitalise } from '../../../../lib/aws/constructs/capitalise.ts';
import { tables, type TableId } from '../../../../shared/tables.ts';
import { runDocumented } from '../documented-commands.ts';
import type { DrillContext } from '../drill-context.ts';

/**
 * moto does not have AWS Backup's restores, so the commands call an address at which nothing answers. Before a call, the AWS
 * command line checks every parameter against AWS's own models. Other drills test the other commands of the runbook.
 */
const OVERRIDES = `
  aws() {
    echo "aws $*" >> "$CALLS"
    ANSWER=$(command aws "$@" --endpoint-url http://127.0.0.1:9 2>&1) || true
    case $ANSWER in
      *"Could not connect to the endpoint URL"*) ;;
      *) echo "$ANSWER" >&2 && return 1 ;;
    esac
    case $* in
      "dynamodb scan --table-name restored-"*) echo '{"member":{"S":"identity"}}' ;;
      "dynamodb scan "*) echo '{"member":{"S":"another"}}' ;;
      *) echo arn:aws:backup:eu-west-1:123456789012:recovery-point:1a ;;
    esac
  }
  output() { echo "https://text"; }
  state() { :; }
  until_active() { echo "until_active $*" >> "$CALLS"; }
  npm() { :; }
  admin() { echo "admin $*" >> "$CALLS"; }
`;

/** The runbook restores neither table: requests are retried only for hours, and `auth` publishes its keys again. */
const NOT_RESTORED: readonly string[] = ['checkinAttempts', 'signingKeys'] satisfies TableId[];

/** Finds tables that the runbook does not restore, does not wait for, or does not read into the new stack. */
const findForgotten = (calls: readonly string[]): readonly string[] => {
  const isRestored = (name: string): boolean =>
    [
      new RegExp(`^aws backup start-restore-job .*targetTableName=${name}$`),
      new RegExp(`^until_active ${name}$`),
      new RegExp(`^(admin restore .*--from|aws dynamodb scan --table-name) ${name}\\b`),
    ].every((step) => calls.some((call) => step.test(call)));
  return Object.keys(tables).filter((id) => !NOT_RESTORED.includes(id) && !isRestored(`restored-${capitalise(id)}`));
};

/** Checks that the AWS command line accepts every command and parameter of the runbook for a lost region. */
export const checkLostRegion = async (context: DrillContext): Promise<void> => {
  const { check, equal } = context.checks;
  const calls = join(mkdtempSync(join(context.folder, 'lost-region-')), 'calls');
  const variables = {
    CALLS: calls,
    AWS_REGION: 'eu-west-1',
    VAULT: 'checkin',
    ROLE: 'arn:aws:iam::123456789012:role/restore',
    DOMAIN_ZONE: 'Z0123456789',
    OLD_ACCESS: 'access',
    OLD_REFRESH: 'refresh',
    AWS_MAX_ATTEMPTS: '1',
  };
  const runbook = { file: 'docs/runbooks.md', section: 'Lost region', variables };
  const followed = await runDocumented(context, { ...runbook, overrides: OVERRIDES });
  check('a lost region: the AWS command line knows every command and parameter', followed.code === 0, followed.stderr);
  const forgotten = findForgotten(readFileSync(calls, 'utf8').split('\n'));
  equal('… and every table is restored, waited for and read', forgotten, []);
  const withUnknownParameter = OVERRIDES.replace('"$@"', '"$@" --no-such-parameter x');
  const refused = await runDocumented(context, { ...runbook, overrides: withUnknownParameter });
  check('… and an unknown parameter would be noticed', refused.code !== 0, refused.code);
};
