import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Stack } from 'aws-cdk-lib/core';
import { variableOf, type SettingName } from '../../shared/settings.ts';
import type { TableId } from '../../shared/tables.ts';
import type { FunctionNeeds, PlainSetting, SigningKeyId } from './function-needs.ts';
import { suppressNag } from './suppress-nag.ts';

interface FailureQueue {
  readonly queueUrl: string;
  readonly queueArn: string;
}

/** The resources that a stack can give to its functions: its own resources or, through outputs, another stack's. */
export interface Capabilities {
  readonly tables: Readonly<Record<TableId, { readonly tableName: string; readonly tableArn: string }>>;
  readonly signingKeys: Readonly<Record<SigningKeyId, { readonly secretArn: string }>>;
  readonly settings: Readonly<Partial<Record<PlainSetting, string | number | undefined>>>;
  /** Encrypts logs. Undefined if AWS manages the keys. */
  readonly key?: IKey | undefined;
  /** CloudFront in front of the API, if there is one. `keepDirectCalls`: whether requests that bypass it are served too. */
  readonly front?: { readonly originSecret: string; readonly keepDirectCalls?: boolean | undefined } | undefined;
  /** Undefined if no function of the stack sends pushes. */
  readonly pushTopic?: { readonly topicArn: string };
  /** Undefined if {@link Capabilities.pushTopic} is undefined. */
  readonly pushFailures?: FailureQueue;
  /** A name (in the account and region of the stack) or an ARN. Undefined if the stage has no event bus. */
  readonly eventBus?: string | undefined;
  /** Undefined if {@link Capabilities.eventBus} is undefined. */
  readonly eventFailures?: FailureQueue | undefined;
  /** Undefined if the stack has no user pool to invite people to. */
  readonly userPool?: { readonly userPoolId: string; readonly userPoolArn: string } | undefined;
}

/** Actions that a function may perform on resources, and the setting, if any, that tells the function what they are called. */
interface Use {
  readonly setting?: readonly [SettingName, string];
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/** @throws Error at synthesis if a function needs a resource that its stack does not have */
const assertPresent = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) throw new Error(`This stack has no ${name} to give to a function.`);
  return value;
};

const tableUses = ({ items, indexes = {} }: FunctionNeeds, { tables }: Capabilities): Use[] => [
  ...(Object.entries(items) as [TableId, readonly string[]][]).map(([id, actions]): Use => ({
    setting: [`${id}Table`, tables[id].tableName],
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [tables[id].tableArn],
  })),
  ...(Object.entries(indexes) as [TableId, readonly string[]][]).map(([id, names]) => ({
    actions: ['dynamodb:Query'],
    resources: names.map((name) => `${tables[id].tableArn}/index/${name}`),
  })),
];

const keyUse = (id: SigningKeyId, action: string, { signingKeys }: Capabilities): Use => {
  const { secretArn } = signingKeys[id];
  return { setting: [`${id}KeySecret`, secretArn], actions: [`secretsmanager:${action}`], resources: [secretArn] };
};

const queueUse = (setting: SettingName, queue: FailureQueue | undefined): Use => {
  const { queueUrl, queueArn } = assertPresent(queue, setting);
  return { setting: [setting, queueUrl], actions: ['sqs:SendMessage'], resources: [queueArn] };
};

const busUse = (nameOrArn: string, stack: Stack): Use => {
  const arn = nameOrArn.startsWith('arn:')
    ? nameOrArn
    : stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: nameOrArn });
  return { setting: ['eventBus', nameOrArn], actions: ['events:PutEvents'], resources: [arn] };
};

/** Lets a function publish to the push topic, and to the mobile devices that are registered in this account and region. */
const pushUses = ({ pushTopic, pushFailures }: Capabilities, stack: Stack): Use[] => {
  const { topicArn } = assertPresent(pushTopic, 'push topic');
  const devices = stack.formatArn({ service: 'sns', resource: 'endpoint', resourceName: '*' });
  return [
    { setting: ['pushTopic', topicArn], actions: ['sns:Publish'], resources: [topicArn, devices] },
    queueUse('pushFailuresQueue', pushFailures),
  ];
};

const usesOf = (needs: FunctionNeeds, capabilities: Capabilities, stack: Stack): Use[] => [
  ...tableUses(needs, capabilities),
  ...(needs.signingKeys ?? []).map((id) => keyUse(id, 'GetSecretValue', capabilities)),
  ...(needs.keyVersions ?? []).map((id) => keyUse(id, 'ListSecretVersionIds', capabilities)),
  ...(needs.publishesEvents && capabilities.eventBus !== undefined ? [busUse(capabilities.eventBus, stack)] : []),
  ...(needs.keepsRejectedEvents ? [queueUse('eventFailuresQueue', capabilities.eventFailures)] : []),
  ...(needs.invites && capabilities.userPool
    ? [
        {
          setting: ['consoleUserPool', capabilities.userPool.userPoolId],
          actions: ['cognito-idp:AdminCreateUser'],
          resources: [capabilities.userPool.userPoolArn],
        } as const,
      ]
    : []),
  ...(needs.pushes ? pushUses(capabilities, stack) : []),
];

/** Grants a function's permissions. @returns the settings that the function reads, as environment variables */
export const grantNeeds = (grantee: Role, needs: FunctionNeeds, capabilities: Capabilities): Record<string, string> => {
  const uses = usesOf(needs, capabilities, Stack.of(grantee));
  for (const { actions, resources } of uses)
    Grant.addToPrincipal({ grantee, actions: [...actions], resourceArns: [...resources] });
  if (needs.pushes) {
    suppressNag(grantee, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:sns:<AWS::Region>:<AWS::AccountId>:endpoint/*]':
        'Devices are registered while the service runs, so their ARNs are not known at deployment.',
    });
  }
  const settings = [
    ...uses.flatMap(({ setting }) => (setting ? [setting] : [])),
    ...(needs.settings ?? []).map((name) => [name, String(assertPresent(capabilities.settings[name], name))] as const),
  ];
  return Object.fromEntries(settings.map(([name, value]) => [variableOf(name), value]));
};
