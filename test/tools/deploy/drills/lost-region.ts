import { runDocumented } from '../documented-commands.ts';
import type { DrillContext } from '../drill-context.ts';

/**
 * moto does not have AWS Backup's restores. So nothing answers here: the command line checks every parameter by AWS's own models before it
 * calls. The other commands of the runbook have drills of their own.
 */
const OVERRIDES = `
  aws() {
    ANSWER=$(command aws "$@" --endpoint-url http://127.0.0.1:9 2>&1) || true
    case $ANSWER in
      *"Could not connect to the endpoint URL"*) echo arn:aws:backup:eu-west-1:123456789012:recovery-point:1a ;;
      *) echo "$ANSWER" >&2 && return 1 ;;
    esac
  }
  output() { echo "https://text"; }
  state() { :; }
  until_active() { :; }
  npm() { :; }
  admin() { :; }
`;

/** The commands of the runbook for a lost region are ones that AWS accepts, with every parameter that it requires. */
export const checkLostRegion = async (context: DrillContext): Promise<void> => {
  const { check } = context.checks;
  const variables = {
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
  check('a lost region: AWS knows every command and parameter', followed.code === 0, followed.stderr.slice(-800));
  const misspelt = OVERRIDES.replace('"$@"', '"$@" --no-such-parameter x');
  const refused = await runDocumented(context, { ...runbook, overrides: misspelt });
  check('… and would notice one that it does not know', refused.code !== 0, refused.code);
};
