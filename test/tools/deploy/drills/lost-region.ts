import type { DrillContext } from '../drill-context.ts';
import { openStack } from '../deployed-stack.ts';

/**
 * Shell functions for what moto does not have. AWS Backup: the AWS command line checks the parameters, and the last backups of the
 * destroyed tables are the copies. The domain: the stage has none, so it gets one here.
 */
const OVERRIDES = `
npx() { :; }
aws() {
  [ "$1" = backup ] || { command aws "$@"; return; }
  command aws "$@" --generate-cli-skeleton output > /dev/null
  case $2 in
    list-recovery-points-by-backup-vault) command aws dynamodb list-backups --output text \\
      --query "BackupSummaries[?contains(TableName, 'Tables$ID')].BackupArn | [-1]" ;;
    start-restore-job) command aws dynamodb restore-table-from-backup --target-table-name "restored-$ID" \\
      --backup-arn "$POINT" --output text --query TableDescription.TableName ;;
    describe-restore-job) echo COMPLETED ;;
  esac
}
DOMAIN_ZONE=$(aws route53 create-hosted-zone --name example.com --caller-reference 1 --output text --query HostedZone.Id)
eval "of_stack_$(declare -f output)"
output() {
  case $1 in
    ApiDomainTarget) echo d-1.execute-api.eu-central-1.amazonaws.com ;;
    ApiUrl) echo https://checkin.example.com ;;
    *) of_stack_output "$1" ;;
  esac
}
`;

/** Follows the runbook in a newly deployed stack, as in another region. */
export const startAgainElsewhere = async (context: DrillContext): Promise<void> => {
  const { moto, assembly, gate, checks, followRunbook } = context;
  const role = 'arn:aws:iam::123456789012:role/backup';
  await followRunbook('Lost region', { VAULT: 'copies', ROLE: role }, OVERRIDES);
  const service = await openStack(moto, assembly, 'http://127.0.0.1:9');
  const { clientId, clientSecret } = gate;
  const { body } = await service.send('POST /auth', { body: { clientId, clientSecret } });
  const token = String(body['accessToken']);
  const checkIn = async (id: number) =>
    (await service.send('POST /scheduling/checkin', { body: { id }, token })).body['checkinCount'];
  checks.equal('… the gate logs in, and checks in who was not checked in', await checkIn(41), 1);
  checks.equal('… but nobody a second time', await checkIn(42), 0);
  await service.close();
};
