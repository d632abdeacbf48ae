import type { DrillContext } from '../drill-context.ts';
import { covers } from '../iam-proxy.ts';

/** Permissions that no drill needs, as `function action resource`, and why. */
const unusedPermissions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/ logs:/, 'Lambda itself writes the log.'],
  [/ dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams) /, 'Lambda itself reads the stream.'],
  [/^refresh dynamodb:GetItem .*TablesApiClients/, 'Only a refresh that another refresh has overtaken reads this.'],
];

/** Checks that the functions were denied nothing by the policies of their roles, and have used all that these allow. */
export const checkPermissions = async ({ service, checks }: DrillContext): Promise<void> => {
  const calls = service.functions.flatMap(({ name }) =>
    service.proxyOf(name).calls.map((call) => ({ ...call, text: `${name} ${call.action} ${call.resource}` })),
  );
  const denied = calls.filter(({ isAllowed }) => !isAllowed).map(({ text }) => text);
  checks.equal(`none of the ${calls.length} calls was denied`, denied, []);
  const granted = service.functions.flatMap(({ name, statements }) =>
    statements.flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${name} ${action} ${resource}`)),
    ),
  );
  const unused = granted.filter(
    (permission) =>
      !unusedPermissions.some(([pattern]) => pattern.test(permission)) &&
      !calls.some(({ text }) => covers(permission, text)),
  );
  checks.check(
    `each of the ${granted.length} permissions was used`,
    granted.length > 50 && unused.length === 0,
    unused,
  );
};
