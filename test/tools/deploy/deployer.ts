import { readFileSync } from 'node:fs';
import { ACCOUNT, startIamProxy, type Statement } from './iam-proxy.ts';
import type { Moto } from './moto.ts';

/** The access key of the role that docs/deployment.md describes. */
const DOCUMENTED_KEY = 'AKIADOCUMENTED';

/** Reads, from docs/deployment.md, the policy of the role that GitHub assumes. */
const readDocumentedPolicy = (): Statement[] => {
  const document = readFileSync('docs/deployment.md', 'utf8');
  const blocks = [...document.matchAll(/```json\n(?<json>[^`]+)```/g)].map(({ groups }) => groups?.['json'] ?? '');
  const policy = blocks.find((block) => block.includes('"sts:AssumeRole"'));
  if (policy === undefined) throw new Error('docs/deployment.md has no policy with sts:AssumeRole.');
  const { Statement: statements } = JSON.parse(policy.replaceAll('ACCOUNT', ACCOUNT)) as {
    Statement: { Effect: 'Allow' | 'Deny'; Action: string | string[]; Resource: string | string[] }[];
  };
  return statements.map(({ Effect, Action, Resource }) => ({
    effect: Effect,
    actions: [Action].flat(),
    resources: [Resource].flat(),
  }));
};

/** AWS, as seen by the role that docs/deployment.md describes. */
export type Deployer = Awaited<ReturnType<typeof startDeployer>>;

/**
 * Starts a proxy in front of moto that allows a call only if the caller's policies allow it. The documented role can assume the
 * bootstrap's roles, which have the policies that the bootstrap gave them.
 */
export const startDeployer = async (moto: Moto) => {
  const statementsOf = new Map(Object.entries(await moto.describe<Record<string, Statement[]>>('CDKToolkit')));
  const callers = new Map<string, readonly Statement[]>([[DOCUMENTED_KEY, readDocumentedPolicy()]]);
  const assumed = new Set<string>();
  const proxy = await startIamProxy(
    moto.url,
    (key) => callers.get(key) ?? [],
    ({ action, resource }, reply) => {
      const [, key] = /<AccessKeyId>(\w+)</.exec(reply) ?? [];
      if (action !== 'sts:AssumeRole' || key === undefined) return;
      callers.set(key, statementsOf.get(resource) ?? []);
      assumed.add(resource.split('/').at(-1) ?? '');
    },
  );
  return {
    /** The environment variables with which a command runs as the documented role. */
    environment: { ...moto.environment, AWS_ENDPOINT_URL: proxy.url, AWS_ACCESS_KEY_ID: DOCUMENTED_KEY },
    /** The calls that IAM denied. */
    denied: () =>
      proxy.calls.filter(({ isAllowed }) => !isAllowed).map(({ action, resource }) => `${action} ${resource}`),
    /** The roles that were assumed. */
    assumed,
    stop: proxy.stop,
  };
};
