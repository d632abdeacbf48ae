import { CONSOLE_API_PATH } from '../../../../shared/console-api/routes.ts';
import { routes } from '../../../../shared/routes.ts';
import { STACK } from '../cdk-commands.ts';
import type { Checks } from '../checks.ts';
import type { DeployedStack } from '../deployed-stack.ts';
import type { DrillContext } from '../drill-context.ts';
import { isAllowed } from '../iam-proxy.ts';

const examineStack = (name: string, stack: DeployedStack, expected: readonly string[], { check }: Checks): void => {
  check(`${name} is complete`, /^(CREATE|UPDATE)_COMPLETE$/.test(stack.status), stack.status);
  check(`every resource of ${name} is there`, stack.missing.length === 0, stack.missing);
  const keys = stack.routes.map(({ key }) => key).toSorted();
  check(`the routes of ${name} are those of the definition`, keys.join() === expected.toSorted().join(), keys);
  const withoutAlias = stack.routes.filter(({ uri }) => !uri.endsWith(':live'));
  check(`the routes of ${name} lead to aliases, which a rollback moves`, withoutAlias.length === 0, withoutAlias);
  const misplaced = stack.routes.filter(({ accessLog }) => !accessLog.startsWith('/aws/vendedlogs/'));
  check(
    `the access log of ${name} is under /aws/vendedlogs/, where AWS services may write`,
    misplaced.length === 0,
    misplaced,
  );
  for (const { key, payload, isThrottled } of stack.routes) {
    check(`${key}: payload format 2.0, and a throttle`, payload === '2.0' && isThrottled, { payload, isThrottled });
  }
  const called = stack.functions.filter(({ arn }) => stack.routes.some(({ uri }) => uri.startsWith(arn)));
  for (const each of called) {
    check(`API Gateway may call ${each.name}`, each.callers.includes('apigateway.amazonaws.com'), each.callers);
  }
};

/** Returns a text such as `auth PutItem` for each of the actions that a function may perform on the table. */
const listPermissions = (stacks: readonly DeployedStack[], table: string, actions: readonly string[]): string[] =>
  stacks.flatMap(({ functions }) =>
    functions.flatMap(({ name, statements }) =>
      actions
        .filter((action) => isAllowed(statements, `dynamodb:${action}`, table))
        .map((action) => `${name} ${action}`),
    ),
  );

const CHANGES = ['UpdateItem', 'DeleteItem', 'BatchWriteItem'];

/** Checks that the stacks have the resources, routes and invoke permissions of their templates and definitions. */
export const checkDeployment = async ({ service, console, checks }: DrillContext): Promise<void> => {
  const keys = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  examineStack(STACK, service, keys, checks);
  const stacks = [service, console.stack];
  const arnOf = (output: string) => `arn:aws:dynamodb:eu-central-1:123456789012:table/${service.outputs[output]}`;
  const changers = listPermissions(stacks, arnOf('AuditLogTable'), CHANGES);
  checks.check('no function may change or delete entries of the audit log', changers.length === 0, changers);
  const publishers = listPermissions(stacks, arnOf('SigningKeysTable'), ['PutItem', ...CHANGES]);
  checks.check(
    'only auth may publish signing keys',
    publishers.every((each) => each.startsWith('auth ')),
    publishers,
  );
  examineStack(`${STACK}-console`, console.stack, [`ANY ${CONSOLE_API_PATH}/{proxy+}`], checks);
  const { authorizer } = console.stack.routes[0] ?? {};
  const { ConsoleIssuer: issuer, ConsoleClientId: clientId } = console.stack.outputs;
  checks.check(
    'the authorizer accepts the tokens of the console’s client',
    authorizer?.issuer === issuer && authorizer?.audiences.join() === clientId,
    authorizer,
  );
};
