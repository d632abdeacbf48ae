import { CONSOLE_API_PATH } from '../../../../shared/console-api/routes.ts';
import { routes } from '../../../../shared/routes.ts';
import { STACK } from '../cdk-commands.ts';
import type { Checks } from '../../run-tool.ts';
import type { DeployedStack } from '../deployed-stack.ts';
import type { DrillContext } from '../drill-context.ts';
import { isAllowed } from '../iam-proxy.ts';

const examineStack = (name: string, stack: DeployedStack, expected: readonly string[], checks: Checks): void => {
  const { check, equal } = checks;
  check(`${name} is complete`, /^(CREATE|UPDATE)_COMPLETE$/.test(stack.status), stack.status);
  equal(`every resource of ${name} is there`, stack.missing, []);
  const keys = stack.routes.map(({ key }) => key);
  equal(`the routes of ${name} are those of the definition`, keys.toSorted(), expected.toSorted());
  const withoutAlias = stack.routes.filter(({ uri }) => !uri.endsWith(':live'));
  equal(`the routes of ${name} lead to aliases, which a rollback moves`, withoutAlias, []);
  const misplaced = stack.routes.filter(({ accessLog }) => !accessLog.startsWith('/aws/vendedlogs/'));
  equal(`the access log of ${name} is under /aws/vendedlogs/, where AWS services may write`, misplaced, []);
  for (const { key, payload, isThrottled } of stack.routes)
    equal(`${key}: payload format 2.0, and a throttle`, [payload, isThrottled], ['2.0', true]);
  for (const { name: called, arn, callers } of stack.functions)
    if (stack.routes.some(({ uri }) => uri.startsWith(arn)))
      check(`API Gateway may call ${called}`, callers.includes('apigateway.amazonaws.com'), callers);
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
export const checkDeployment = async ({ service, checks }: DrillContext): Promise<void> => {
  const keys = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  examineStack(STACK, service, [...keys, `ANY ${CONSOLE_API_PATH}/{proxy+}`], checks);
  const stacks = [service];
  const arnOf = (output: string) => `arn:aws:dynamodb:eu-central-1:123456789012:table/${service.outputs[output]}`;
  const changers = listPermissions(stacks, arnOf('AuditLogTable'), CHANGES);
  checks.equal('no function may change or delete entries of the audit log', changers, []);
  const publishers = listPermissions(stacks, arnOf('SigningKeysTable'), ['PutItem', ...CHANGES]);
  const others = publishers.filter((each) => !each.startsWith('auth '));
  checks.equal('only auth may publish signing keys', others, []);
  const { issuer, audiences } = service.routes.find((route) => route.authorizer)?.authorizer ?? {};
  const { ConsoleIssuer, ConsoleClientId } = service.outputs;
  const expected = [ConsoleIssuer, [ConsoleClientId]];
  checks.equal('the authorizer accepts the tokens of the console’s client', [issuer, audiences], expected);
};
