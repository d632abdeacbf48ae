# Commands for operators of a deployed stage. In the repository: STAGE=prod && . bin/operator.sh
# shellcheck shell=bash

STACK=checkin-${STAGE:?is not set: run STAGE=prod or STAGE=dev first}
# A command whose result fills the screen would wait in a pager, and the steps after it would wait too.
export AWS_PAGER=

# admin NOUN VERB …: the command line, on this stage
admin() { npm run -s admin -- "$@" --stack "$STACK"; }

# output NAME: an output of the stack
output() {
  aws cloudformation describe-stacks --stack-name "$STACK" --output text \
    --query "Stacks[0].Outputs[?OutputKey=='$1'].OutputValue"
}

table_state() { aws dynamodb describe-table --table-name "$1" --output text --query Table.TableStatus; }

# until_active TABLE: waits until the table exists and is not being changed
until_active() { while [ "$(table_state "$1")" != ACTIVE ]; do table_state "$1" > /dev/null || return; sleep 20; done; }

# recover OUTPUT NAME: copies back what a table had at $BEFORE. `admin tables` calls it NAME, and OUTPUT is its output.
recover() {
  TABLE=$(output "$1") &&
    aws dynamodb restore-table-to-point-in-time --source-table-name "$TABLE" --target-table-name "$TABLE-before" \
      --restore-date-time "$BEFORE" && copy_back "$1" "$2"
}

# copy_back OUTPUT NAME: the rest of an interrupted `recover`
copy_back() {
  TABLE=$(output "$1") && until_active "$TABLE-before" && admin tables recover --table "$2" --from "$TABLE-before" &&
    aws dynamodb delete-table --table-name "$TABLE-before"
}

# restore_deleted OUTPUT: restores a deleted table from the last backup, which DynamoDB keeps for 35 days, with its settings
restore_deleted() {
  TABLE=$(output "$1")
  BACKUP=$(aws dynamodb list-backups --table-name "$TABLE" --backup-type SYSTEM --output text \
    --query 'sort_by(BackupSummaries, &BackupCreationDateTime)[-1].BackupArn') &&
    aws dynamodb restore-table-from-backup --target-table-name "$TABLE" --backup-arn "$BACKUP" && until_active "$TABLE" &&
    aws dynamodb update-continuous-backups --table-name "$TABLE" \
      --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true &&
    protect_again "$TABLE" &&
    case $1 in UsersTable | MembersTable) ;; *)
      aws dynamodb update-time-to-live --table-name "$TABLE" \
        --time-to-live-specification Enabled=true,AttributeName=expiresAtSeconds ;;
    esac && renew_stream "$1"
}

# protect_again TABLE: protects a restored table from deletion if the setting protect is on, as it protects the stack too
protect_again() {
  [ "$(aws cloudformation describe-stacks --stack-name "$STACK" --output text \
    --query 'Stacks[0].EnableTerminationProtection')" = True ] || return 0
  aws dynamodb update-table --table-name "$1" --deletion-protection-enabled && until_active "$1"
}

# renew_stream OUTPUT: gives a restored table a stream again, if it had one. Maps the stream to its readers and alarm, and
# disables the old mappings, to which the stack refers. If a mapping cannot be made, run it again.
renew_stream() {
  case $1 in BookingsTable | AuditLogTable) TABLE=$(output "$1") ;; *) return 0 ;; esac
  aws dynamodb update-table --table-name "$TABLE" --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES
  until_active "$TABLE"
  STREAM=$(aws dynamodb describe-table --table-name "$TABLE" --output text --query Table.LatestStreamArn)
  for OLD in $(aws lambda list-event-source-mappings --output text \
    --query "EventSourceMappings[?contains(EventSourceArn, '/$TABLE/') && EventSourceArn != '$STREAM'].UUID"); do
    aws lambda get-event-source-mapping --uuid "$OLD" --output json --query '{FunctionName: FunctionArn, BatchSize: BatchSize,
      FilterCriteria: FilterCriteria, MaximumBatchingWindowInSeconds: MaximumBatchingWindowInSeconds,
      ParallelizationFactor: ParallelizationFactor, DestinationConfig: DestinationConfig, MetricsConfig: MetricsConfig,
      MaximumRecordAgeInSeconds: MaximumRecordAgeInSeconds, BisectBatchOnFunctionError: BisectBatchOnFunctionError,
      MaximumRetryAttempts: MaximumRetryAttempts, FunctionResponseTypes: FunctionResponseTypes,
      StartingPosition: `"TRIM_HORIZON"`}' |
      node -e '
        const mapping = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
        console.log(JSON.stringify(mapping, (_, value) => value ?? undefined));
      ' > "$PWD/mapping.json" || return
    NEW=$(aws lambda create-event-source-mapping --event-source-arn "$STREAM" --cli-input-json "file://$PWD/mapping.json" \
      --output text --query UUID) || return
    aws lambda update-event-source-mapping --uuid "$OLD" --no-enabled
    # The alarm StreamsStopped then watches the new mapping, until a deployment changes the alarm.
    aws cloudwatch describe-alarms --alarm-name-prefix "$STACK-AlarmsStreamsStopped" --output json --query 'MetricAlarms[0].{
      AlarmName: AlarmName, AlarmDescription: AlarmDescription, AlarmActions: AlarmActions, OKActions: OKActions, Metrics: Metrics,
      EvaluationPeriods: EvaluationPeriods, Threshold: Threshold, ComparisonOperator: ComparisonOperator,
      TreatMissingData: TreatMissingData}' | sed "s/$OLD/$NEW/" > "$PWD/alarm.json"
    aws cloudwatch put-metric-alarm --cli-input-json "file://$PWD/alarm.json"
    rm "$PWD/mapping.json" "$PWD/alarm.json"
  done
}

# restore_copies ID…: restores the newest copy of each table in the vault $VAULT as restored-ID
restore_copies() {
  JOBS=
  for ID in "$@"; do
    # As text, there would be a newest copy of each page of results.
    POINT=$(aws backup list-recovery-points-by-backup-vault --backup-vault-name "$VAULT" --by-resource-type DynamoDB --output json \
      --query "sort_by(RecoveryPoints[?contains(ResourceArn, 'Tables$ID')], &CreationDate)[-1].RecoveryPointArn" | tr -d '"')
    JOBS="$JOBS $(aws backup start-restore-job --recovery-point-arn "$POINT" --iam-role-arn "$ROLE" --output text --query RestoreJobId \
      --metadata "targetTableName=restored-$ID")"
  done
  for JOB in $(echo "$JOBS"); do
    while aws backup describe-restore-job --restore-job-id "$JOB" --output text --query Status | grep -E 'PENDING|RUNNING'; do sleep 20; done
    aws backup describe-restore-job --restore-job-id "$JOB" --output text --query '[Status, StatusMessage]' # must be COMPLETED
  done
  for ID in "$@"; do until_active "restored-$ID"; done
}

# roll_back TIME: moves the traffic of each function to the last version that was published before TIME
roll_back() {
  for FUNCTION in $(aws cloudformation list-stack-resources --stack-name "$STACK" --output text \
    --query "StackResourceSummaries[?ResourceType=='AWS::Lambda::Alias'].PhysicalResourceId" | tr '\t' '\n' | rev | cut -d: -f2 | rev); do
    VERSION=$(aws lambda list-versions-by-function --function-name "$FUNCTION" --output text --query 'Versions[].[Version, LastModified]' |
      awk -v since="$1" '$1 != "$LATEST" && $2 < since { version = $1 } END { print version }')
    # A function that the bad release added has no earlier version.
    if [ "$VERSION" ]; then
      aws lambda update-alias --function-name "$FUNCTION" --name live --function-version "$VERSION" \
        --routing-config 'AdditionalVersionWeights={}' --output text --query '[AliasArn, FunctionVersion]'
    fi
  done
}
