import { capitalise } from '../../../lib/aws/constructs/capitalise.ts';
import { tables, type TableId } from '../../../shared/tables.ts';

/** The names of a deployed stack's tables. They differ from the names in other stacks and in the local service. */
export const stackTableNames = Object.fromEntries(Object.keys(tables).map((id) => [id, `Prod-${id}`])) as Readonly<
  Record<TableId, string>
>;

const tableOutputs = Object.fromEntries(
  Object.entries(stackTableNames).map(([id, name]) => [`${capitalise(id)}Table`, name]),
);

/** The outputs that the command line needs from the deployed stack. */
export const stackOutputs = {
  ...tableOutputs,
  AccessKeySecret: 'arn:access',
  RefreshKeySecret: 'arn:refresh',
  AccessTokenSeconds: '3600',
  RefreshTokenSeconds: '604800',
  RetentionDays: '0',
  CheckinLogDays: '90',
  AdminLogDays: '400',
};
