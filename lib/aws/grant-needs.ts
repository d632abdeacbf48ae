import type { Role } from 'aws-cdk-lib/aws-iam';
import { variableOf, type SettingName } from '../../shared/settings.ts';
import type { TableId } from '../../shared/tables.ts';
import type { PushTopic } from './constructs/push-topic.ts';
import type { ServiceTables } from './constructs/service-tables.ts';
import type { SigningKeys } from './constructs/signing-keys.ts';
import type { FunctionNeeds, ItemAction, PlainSetting } from './function-needs.ts';

/** What the stack has to give to its functions. */
export interface Capabilities {
  readonly tables: ServiceTables;
  readonly signingKeys: SigningKeys;
  readonly pushTopic: PushTopic;
  readonly settings: Readonly<Record<PlainSetting, string | number>>;
}

const itemsOf = ({ items }: FunctionNeeds) => Object.entries(items) as [TableId, readonly ItemAction[]][];

const settingsFor = (needs: FunctionNeeds, has: Capabilities): [SettingName, string | number][] => [
  ...itemsOf(needs).map(([id]) => [`${id}Table`, has.tables.byId[id].tableName] as [SettingName, string]),
  ...(needs.signingKeys ?? []).map(
    (id) => [`${id}KeySecret`, has.signingKeys.byId[id].secretArn] as [SettingName, string],
  ),
  ...(needs.settings ?? []).map((name) => [name, has.settings[name]] as [SettingName, string | number]),
  ...(needs.pushes ? [['pushTopic', has.pushTopic.topic.topicArn] as [SettingName, string]] : []),
];

/** A function's environment, and its permissions once it is there to be given them. */
export const grantNeeds = (needs: FunctionNeeds, has: Capabilities) => ({
  environment: Object.fromEntries(
    settingsFor(needs, has).map(([name, value]) => [variableOf(name), String(value)] as const),
  ),
  grantTo: (role: Role): void => {
    for (const [id, actions] of itemsOf(needs)) has.tables.grantItems(role, id, actions);
    for (const [id, names] of Object.entries(needs.indexes ?? {}) as [TableId, readonly string[]][]) {
      has.tables.grantIndexQueries(role, id, names);
    }
    for (const id of needs.signingKeys ?? []) has.signingKeys.grantRead(role, id);
    if (needs.pushes) has.pushTopic.grantPublish(role);
  },
});
