import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { variableOf, type SettingName } from '../../shared/settings.ts';
import type { TableId } from '../../shared/tables.ts';
import { resourceActions, type FunctionPermissions, type ResourceName } from './function-permissions.ts';

/** A resource that functions may use. */
export interface Resource {
  /** What the function calls it: a name, an ARN or a URL. */
  readonly name: string;
  readonly arns: readonly string[];
}

/** The resources that the stack can give to its functions. */
export interface Capabilities {
  readonly tables: Readonly<Record<TableId, { readonly tableName: string; readonly tableArn: string }>>;
  readonly resources: Readonly<Partial<Record<ResourceName, Resource | undefined>>>;
  readonly settings: Readonly<Partial<Record<SettingName, string | number | undefined>>>;
  /** Encrypts logs. Undefined if AWS manages the keys. */
  readonly key?: IKey | undefined;
}

/**
 * Grants a function's permissions.
 * @returns the settings that the function reads, as environment variables
 * @throws Error if the stack has no value for a setting
 */
export const grantPermissions = (
  grantee: Role,
  { items, resources = [], settings = [] }: FunctionPermissions,
  capabilities: Capabilities,
): Record<string, string> => {
  const environment: Record<string, string> = {};
  const set = (name: SettingName, value: string | number | undefined): void => {
    if (value === undefined) throw new Error(`This stack has no ${name} to give to a function.`);
    environment[variableOf(name)] = String(value);
  };
  const grant = (actions: readonly string[], resourceArns: readonly string[]): void => {
    Grant.addToPrincipal({ grantee, actions: [...actions], resourceArns: [...resourceArns] });
  };
  for (const [path, actions] of Object.entries(items)) {
    const [id, index] = path.split('/') as [TableId, string?];
    const { tableName, tableArn } = capabilities.tables[id];
    set(`${id}Table`, tableName);
    const arn = index === undefined ? tableArn : `${tableArn}/index/${index}`;
    const allowed = actions.map((action) => `dynamodb:${action}`);
    grant(allowed, [arn]);
  }
  for (const id of resources) {
    const resource = capabilities.resources[id];
    if (!resource) continue;
    set(id, resource.name);
    grant([resourceActions[id]], resource.arns);
  }
  for (const name of settings) set(name, capabilities.settings[name]);
  return environment;
};
