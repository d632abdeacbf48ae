import { readFileSync } from 'node:fs';
import { ACCOUNT, startIamProxy, type Statement } from './iam-proxy.ts';
import type { Moto } from './moto.ts';

/** The access key of the role that docs/deployment.md describes. */
const DOCUMENTED_KEY = 'AKIADOCUMENTED';

/** Reads the documented policy of the role that GitHub assumes. */
const readDocumentedPolicy = (): Statement[] => {
  const policy = readFileSync('docs/examples/deployment-role-policy.json', 'utf8');
  return (JSON.parse(policy.replaceAll('ACCOUNT', ACCOUNT)) as { Statement: Statement[] }).Statement;
};

/** Starts a proxy in front of moto that allows the documented role only what its policy allows: to assume the bootstrap's roles. */
export const startDeployer = async (moto: Moto) => {
  const documented = readDocumentedPolicy();
  const proxy = await startIamProxy(moto.url, (key) => (key === DOCUMENTED_KEY ? documented : 'anything'));
  const documentedCalls = () => proxy.calls.filter(({ key }) => key === DOCUMENTED_KEY);
  return {
    /** The environment variables with which a command runs as the documented role. */
    environment: { ...moto.environment, AWS_ENDPOINT_URL: proxy.url, AWS_ACCESS_KEY_ID: DOCUMENTED_KEY },
    denied: () => documentedCalls().flatMap(({ isAllowed, action }) => (isAllowed ? [] : action)),
    /** The roles that the documented role has assumed. */
    assumed: () => new Set(documentedCalls().flatMap(({ parameters }) => parameters['RoleArn'] ?? [])),
    stop: proxy.stop,
  };
};
