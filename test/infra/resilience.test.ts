import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { tables } from '../../shared/tables.ts';
import { type Properties, allOf, allPropertiesOf, idOf, readable, sorted } from './find.ts';
import { stages, type StageName } from './stages.ts';
import { readStage, serviceTemplate, stackTemplate } from './synthesise.ts';

/** The broken rules of NIST, PCI and HIPAA, without the names of the packs, because a rule of several packs has the same name in each. */
const brokenIn = (name: StageName): string[] => {
  const rules = readStage(name).findings.map((finding) => /^(?:HIPAA|NIST|PCI).*-(\w+) /.exec(finding)?.[1]);
  return [...new Set(rules.filter((rule) => rule !== undefined))];
};

const template = stackTemplate('careful');
const plain = serviceTemplate('prod');

describe('backup', () => {
  it('backs up every table to a locked vault, and copies the backups to another vault', () => {
    const [plan] = allPropertiesOf(template, 'AWS::Backup::BackupPlan');
    const { copyTo } = stages.careful.backup;
    expect(plan?.['BackupPlan'].BackupPlanRule).toMatchObject([
      {
        ScheduleExpression: 'cron(0 */6 * * ? *)',
        Lifecycle: { DeleteAfterDays: 35 },
        CopyActions: [{ DestinationBackupVaultArn: copyTo, Lifecycle: { DeleteAfterDays: 35 } }],
      },
    ]);
    expect(allPropertiesOf(template, 'AWS::Backup::BackupVault')).toMatchObject([
      { LockConfiguration: { MinRetentionDays: 35, ChangeableForDays: 3 } },
    ]);
    const [selection] = allPropertiesOf(template, 'AWS::Backup::BackupSelection');
    const text = JSON.stringify(selection?.['BackupSelection'].Resources);
    for (const id of Object.keys(tables)) expect(text).toContain(idOf(template, `Tables/${id}`));
    const roles = allPropertiesOf(template, 'AWS::IAM::Role').map((role) => JSON.stringify(role['ManagedPolicyArns']));
    expect(
      roles.filter((policies) => policies?.includes('ForBackup') && policies.includes('ForRestores')),
    ).toHaveLength(1);
  });

  it('locks the vault so that an administrator can remove the lock, if the mode is governance', () => {
    const governed = serviceTemplate('withForeignBus');
    const [vault] = allPropertiesOf(governed, 'AWS::Backup::BackupVault');
    expect(vault?.['LockConfiguration']).toStrictEqual({ MinRetentionDays: 7 });
    const [plan] = allPropertiesOf(governed, 'AWS::Backup::BackupPlan');
    expect(plan?.['BackupPlan'].BackupPlanRule).toMatchObject([{ ScheduleExpression: 'cron(0 2 * * ? *)' }]);
  });

  it('makes no vault if the setting is absent', () => {
    expect(allOf(plain, 'AWS::Backup::BackupVault')).toStrictEqual([]);
  });
});

describe('ownKey', () => {
  const key = { 'Fn::GetAtt': [idOf(template, 'Encryption/Key'), 'Arn'] };

  it.each([
    ['AWS::DynamoDB::Table', { SSESpecification: { KMSMasterKeyId: key, SSEType: 'KMS' } }],
    ['AWS::SecretsManager::Secret', { KmsKeyId: key }],
    ['AWS::SNS::Topic', { KmsMasterKeyId: key }],
    ['AWS::SQS::Queue', { KmsMasterKeyId: key }],
    ['AWS::Logs::LogGroup', { KmsKeyId: key }],
    ['AWS::Backup::BackupVault', { EncryptionKeyArn: key }],
  ])('encrypts every %s', (type, expected) => {
    const all = allPropertiesOf(template, type);
    expect(all.length).toBeGreaterThan(0);
    expect(all).toMatchObject(all.map(() => expected));
  });

  it('lets only AWS services use the key, on behalf of this account', () => {
    const [{ KeyPolicy } = {}] = allPropertiesOf(template, 'AWS::KMS::Key');
    const { Statement } = KeyPolicy as { Statement: { Principal: object; Condition?: object }[] };
    // The first statement lets IAM policies of the account manage the key.
    const others = Statement.slice(1);
    expect(others.filter(({ Condition }) => Condition === undefined)).toStrictEqual([]);
    const openStatements = others.filter(({ Principal }) => JSON.stringify(Principal).includes('"*"'));
    const services = ['dynamodb', 'secretsmanager', 'sns', 'sqs'].map((name) => `${name}.AWS::Region.amazonaws.com`);
    const [{ Condition } = {}, ...more] = openStatements as { Condition?: Properties }[];
    expect(more).toStrictEqual([]);
    expect(Condition?.['StringEquals']['kms:CallerAccount']).toStrictEqual({ Ref: 'AWS::AccountId' });
    expect(Condition?.['StringEquals']['kms:ViaService'].map(readable)).toStrictEqual(services);
    const logs = others.map((each) => (each.Condition as Properties)['ArnLike']).find(Boolean) as Properties;
    expect(readable(logs['kms:EncryptionContext:aws:logs:arn'])).toBe(
      'arn:AWS::Partition:logs:AWS::Region:AWS::AccountId:log-group:*',
    );
  });
});

describe('The rules of NIST 800-53 r5, PCI DSS 3.2.1 and HIPAA', () => {
  const document = readFileSync('docs/security.md', 'utf8');
  const [, section = ''] = document.split('\n## Rules of NIST, PCI and HIPAA\n');
  const excuses = section
    .split('\n## ')[0]
    ?.split('\n- ')
    .slice(1)
    .map((item) => item.trim().split(': '));
  const namesIn = (cell = ''): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '');
  const documented = new Map(excuses?.flatMap(([names, reason]) => namesIn(names).map((name) => [name, reason ?? ''])));
  const metBySetting = [...documented].filter(([, reason]) => reason.startsWith('The setting')).map(([name]) => name);

  it('are met in prod, or docs/security.md says why not', () => {
    expect(sorted(brokenIn('prod'))).toStrictEqual(sorted([...documented.keys()]));
    for (const reason of documented.values()) expect(reason.length).toBeGreaterThan(40);
  });

  it('are met if the settings that docs/security.md names are on', () => {
    const unmet = brokenIn('careful');
    expect(metBySetting.length).toBeGreaterThan(0);
    expect(unmet.filter((name) => metBySetting.includes(name))).toStrictEqual([]);
    expect(unmet.filter((name) => !documented.has(name))).toStrictEqual([]);
  });
});
