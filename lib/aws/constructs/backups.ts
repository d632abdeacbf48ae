import { Duration, Stack } from 'aws-cdk-lib/core';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { removalOfData } from './kept-data.ts';
import { uniquePart } from './unique-names.ts';

/** For this many days, a compliance lock can still be removed. It is the minimum that AWS allows. */
const DAYS_UNTIL_LOCKED = 3;

/**
 * Makes backups of every table, in a vault of AWS Backup. `lock` protects the backups from deletion until they expire; `copyTo`
 * copies them to a second vault, in another account or region. Point-in-time recovery, which is always on, offers neither.
 */
export const makeBackups = (
  scope: Construct,
  tables: readonly Table[],
  settings: StageSettings,
  key: IKey | undefined,
): BackupVault | undefined => {
  if (!settings.backup) return undefined;
  const { everyHours, keepDays, lock, copyTo } = settings.backup;
  const deleteAfter = Duration.days(keepDays);
  const vault = new BackupVault(scope, 'Vault', {
    // The vault of a destroyed stack stays, so the next one needs another name.
    backupVaultName: `${Stack.of(scope).stackName}-${uniquePart()}`,
    // AWS Backup refuses to delete a vault that has backups, so that the deletion of the stack would fail.
    removalPolicy: removalOfData({ keepData: true }),
    encryptionKey: key,
    ...(lock !== 'none' && {
      lockConfiguration: {
        minRetention: deleteAfter,
        ...(lock === 'compliance' && { changeableFor: Duration.days(DAYS_UNTIL_LOCKED) }),
      },
    }),
  });
  const copyActions =
    copyTo === undefined
      ? []
      : [{ destinationBackupVault: BackupVault.fromBackupVaultArn(scope, 'Copies', copyTo), deleteAfter }];
  const plan = new BackupPlan(scope, 'Plan', {
    backupVault: vault,
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: `Every${everyHours}Hours`,
        // A daily backup is made at night, in UTC.
        scheduleExpression: Schedule.cron({ minute: '0', hour: everyHours === 24 ? '2' : `*/${everyHours}` }),
        deleteAfter,
        copyActions,
      }),
    ],
  });
  plan.addSelection('Tables', {
    resources: tables.map((table) => BackupResource.fromDynamoDbTable(table)),
    allowRestores: true,
  });
  return vault;
};
