import type { DeployedStack } from '../deployed-stack.ts';
import type { DrillContext } from '../drill-context.ts';

/** Permissions that no drill needs, as `function action resource`, and why. */
const unusedPermissions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/ logs:/, 'Lambda itself writes the log.'],
  [/ dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams) /, 'Lambda itself reads the stream.'],
  [
    /^refresh dynamodb:GetItem .*TablesApiClients/,
    'Only a refresh that another refresh has overtaken makes this read.',
  ],
];

const isMatch = (pattern: string, value: string): boolean =>
  pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : pattern === value;

const mayBeUnused = (permission: string): boolean => unusedPermissions.some(([pattern]) => pattern.test(permission));

/** The permissions of a stack's functions that were never used, as `function action resource`. */
const findUnused = ({ functions, proxyOf }: DeployedStack): string[] =>
  functions.flatMap(({ name, statements }) =>
    statements
      .flatMap(({ actions, resources }) =>
        actions.flatMap((action) => resources.map((resource) => [action, resource] as const)),
      )
      .filter(([action, resource]) => !mayBeUnused(`${name} ${action} ${resource}`))
      .filter(
        ([action, resource]) =>
          !proxyOf(name).calls.some((call) => call.action === action && isMatch(resource, call.resource)),
      )
      .map(([action, resource]) => `${name} ${action} ${resource.split(':').at(-1)}`),
  );

/** Checks the calls, permissions, logs and metrics of all earlier drills. */
export const checkLogsAndPermissions = async (context: DrillContext): Promise<void> => {
  const { service, secrets } = context;
  const { check, equal } = context.checks;
  const stacks = [service];
  const calls = stacks.flatMap(({ functions, proxyOf }) =>
    functions.flatMap(({ name }) => proxyOf(name).calls.map((call) => ({ name, ...call }))),
  );
  const denied = calls.filter(({ isAllowed }) => !isAllowed);
  equal(`none of the ${calls.length} calls was denied by a role’s policies`, denied, []);
  equal('every permission was used', stacks.flatMap(findUnused), []);

  const log = (await Promise.all(stacks.map(({ readLog }) => readLog()))).flat();
  const leaks = log.filter((line) => {
    const text = JSON.stringify(line);
    return secrets.some((each) => text.includes(each)) || /@acme\.test/i.test(text);
  });
  equal('no secret, token or e-mail address is in the logs', leaks, []);
  const written = log.flatMap((line) => {
    const { CloudWatchMetrics = [] } = (line['_aws'] ?? {}) as { CloudWatchMetrics?: { Namespace: string }[] };
    return CloudWatchMetrics.map(({ Namespace }) => `${Namespace} ${String(line['service'])}`);
  });
  const watched = service.ownAlarms.map(({ namespace, dimensions }) => `${namespace} ${dimensions['service']}`);
  const isWritten = watched.length > 0 && watched.every((each) => written.includes(each));
  check('the alarms watch the metrics that the functions write', isWritten, { watched, written });
};
