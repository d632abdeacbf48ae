import { CONSOLE_API_PATH } from '../../../../shared/console-api/routes.ts';
import { routes } from '../../../../shared/routes.ts';
import type { Checks } from '../checks.ts';
import type { DeployedStack } from '../deployed-stack.ts';
import type { DrillContext } from '../drill-context.ts';

const examineStack = (name: string, stack: DeployedStack, expected: readonly string[], { check }: Checks): void => {
  check(`${name} is complete`, /^(CREATE|UPDATE)_COMPLETE$/.test(stack.status), stack.status);
  check(`every resource of ${name} is there`, stack.missing.length === 0, stack.missing);
  const keys = stack.routes.map(({ key }) => key).toSorted();
  check(`the routes of ${name} are those of the definition`, keys.join() === expected.toSorted().join(), keys);
  for (const { key, payload, isThrottled } of stack.routes) {
    check(`${key}: payload format 2.0, and a throttle`, payload === '2.0' && isThrottled, { payload, isThrottled });
  }
  for (const each of stack.functions.filter((one) => one.name !== 'push')) {
    check(`API Gateway may call ${each.name}`, each.callers.includes('apigateway.amazonaws.com'), each.callers);
  }
};

/** The stacks have the resources, routes and invoke permissions of their templates and definitions. */
export const checkDeployment = async ({ service, console, stackName, checks }: DrillContext): Promise<void> => {
  const keys = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  examineStack(stackName, service, keys, checks);
  if (!console) return;
  examineStack(`${stackName}-console`, console.stack, [`ANY ${CONSOLE_API_PATH}/{proxy+}`], checks);
  const { authorizer } = console.stack.routes[0] ?? {};
  const { ConsoleIssuer: issuer, ConsoleClientId: clientId } = console.stack.outputs;
  checks.check(
    'the authorizer lets in the tokens of the console’s client',
    authorizer?.issuer === issuer && authorizer?.audiences.join() === clientId,
    authorizer,
  );
};
