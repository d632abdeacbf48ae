import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { variableOf, type SettingName } from '../../shared/settings.ts';
import type { TableId } from '../../shared/tables.ts';
import type { FunctionNeeds, PlainSetting, SigningKeyId } from './function-needs.ts';

/** A bus of EventBridge. */
export interface EventBus {
  readonly nameOrArn: string;
  readonly arn: string;
}

/** @param nameOrArn a name stands for a bus in the account and region of the stack */
export const eventBusOf = (scope: Construct, nameOrArn: string): EventBus => ({
  nameOrArn,
  arn: nameOrArn.startsWith('arn:')
    ? nameOrArn
    : Stack.of(scope).formatArn({ service: 'events', resource: 'event-bus', resourceName: nameOrArn }),
});

/** The resources that a stack can give to its functions: its own resources or, through outputs, another stack's. */
export interface Capabilities {
  readonly tables: Readonly<Record<TableId, { readonly tableName: string; readonly tableArn: string }>>;
  readonly signingKeys: Readonly<Record<SigningKeyId, { readonly secretArn: string }>>;
  readonly settings: Readonly<Partial<Record<PlainSetting, string | number | undefined>>>;
  /** Encrypts logs. Undefined if keys that AWS manages encrypt them. */
  readonly key?: IKey | undefined;
  /** CloudFront in front of the API, if there is one. `keepDirectCalls`: whether requests that bypass it are served too. */
  readonly front?: { readonly originSecret: string; readonly keepDirectCalls?: boolean | undefined } | undefined;
  /** Undefined if no function of the stack publishes. */
  readonly pushTopic?: { readonly topicArn: string; readonly grantPublish: (role: Role) => void };
  /** Undefined if the stage has no event bus. */
  readonly eventBus?: EventBus | undefined;
  /** Undefined if {@link Capabilities.eventBus} is undefined. */
  readonly eventFailures?: { readonly queueUrl: string; readonly queueArn: string };
  /** Undefined if the stack has no user pool to invite people to. */
  readonly userPool?: { readonly userPoolId: string; readonly userPoolArn: string } | undefined;
  /** Undefined if {@link Capabilities.pushTopic} is undefined. */
  readonly pushFailures?: { readonly queueUrl: string; readonly queueArn: string };
}

const itemsOf = ({ items }: FunctionNeeds) => Object.entries(items) as [TableId, readonly string[]][];

/** @throws Error at synthesis if a function needs a resource that its stack does not have */
const present = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) throw new Error(`This stack has no ${name} to give to a function.`);
  return value;
};

const pushSettings = ({ pushTopic, pushFailures }: Capabilities): [SettingName, string][] => [
  ['pushTopic', present(pushTopic, 'push topic').topicArn],
  ['pushFailuresQueue', present(pushFailures, 'queue for pushes').queueUrl],
];

/** Returns the keys whose value or versions a function reads. The function needs their names. */
const keysOf = ({ signingKeys = [], keyVersions = [] }: FunctionNeeds): SigningKeyId[] => [
  ...new Set([...signingKeys, ...keyVersions]),
];

const settingsFor = (needs: FunctionNeeds, has: Capabilities): [SettingName, string | number][] => [
  ...itemsOf(needs).map(([id]) => [`${id}Table`, has.tables[id].tableName] as [SettingName, string]),
  ...keysOf(needs).map((id) => [`${id}KeySecret`, has.signingKeys[id].secretArn] as [SettingName, string]),
  ...(needs.settings ?? []).map((name): [SettingName, string | number] => [name, present(has.settings[name], name)]),
  ...(needs.pushes ? pushSettings(has) : []),
  ...(needs.publishesEvents && has.eventBus ? [['eventBus', has.eventBus.nameOrArn] as [SettingName, string]] : []),
  ...(needs.keepsRejectedEvents
    ? [['eventFailuresQueue', present(has.eventFailures, 'queue for events').queueUrl] as [SettingName, string]]
    : []),
  ...(needs.invites && has.userPool ? [['consoleUserPool', has.userPool.userPoolId] as [SettingName, string]] : []),
];

const grant = (grantee: Role, actions: readonly string[], resourceArns: string[]): void => {
  Grant.addToPrincipal({ grantee, actions: [...actions], resourceArns });
};

/** @returns a function's environment variables, and a function that grants its permissions */
export const grantNeeds = (needs: FunctionNeeds, has: Capabilities) => ({
  environment: Object.fromEntries(
    settingsFor(needs, has).map(([name, value]) => [variableOf(name), String(value)] as const),
  ),
  grantTo: (role: Role): void => {
    for (const [id, actions] of itemsOf(needs)) {
      grant(
        role,
        actions.map((action) => `dynamodb:${action}`),
        [has.tables[id].tableArn],
      );
    }
    for (const [id, names] of Object.entries(needs.indexes ?? {}) as [TableId, readonly string[]][]) {
      const { tableArn } = has.tables[id];
      grant(
        role,
        ['dynamodb:Query'],
        names.map((name) => `${tableArn}/index/${name}`),
      );
    }
    for (const id of needs.signingKeys ?? []) {
      grant(role, ['secretsmanager:GetSecretValue'], [has.signingKeys[id].secretArn]);
    }
    for (const id of needs.keyVersions ?? []) {
      grant(role, ['secretsmanager:ListSecretVersionIds'], [has.signingKeys[id].secretArn]);
    }
    if (needs.publishesEvents && has.eventBus) grant(role, ['events:PutEvents'], [has.eventBus.arn]);
    if (needs.keepsRejectedEvents) {
      grant(role, ['sqs:SendMessage'], [present(has.eventFailures, 'queue for events').queueArn]);
    }
    if (needs.invites && has.userPool) {
      grant(role, ['cognito-idp:AdminCreateUser'], [has.userPool.userPoolArn]);
    }
    if (!needs.pushes) return;
    present(has.pushTopic, 'push topic').grantPublish(role);
    grant(role, ['sqs:SendMessage'], [present(has.pushFailures, 'queue for pushes').queueArn]);
  },
});
