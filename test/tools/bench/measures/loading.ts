import { functionEnvironment } from '../../../../lib/local/function-environment.ts';
import { bundleFunction } from '../../../../lib/aws/bundling.ts';
import { functionNeeds, type FunctionName } from '../../../../lib/aws/function-needs.ts';
import { defaultLifetimes } from '../../../../shared/settings.ts';
import { atMost, compare, type Goal, type Measure, type Row } from '../harness/figures.ts';
import { startCold, startInTurn } from '../harness/start-cold.ts';
import { bundleBare } from '../peers/bare/bundle-bare.ts';

const ROUNDS = 5;

/** The console's function has a higher limit, because it contains the rules of all pages and imports. */
const goalOf = (name: FunctionName): Goal => atMost(name === 'admin' ? 2 : 1.4);

/** Includes the variables that only a deployment sets. Nothing calls the URLs. */
const environment = {
  ...functionEnvironment(defaultLifetimes, { databaseUrl: 'http://127.0.0.1:9', secretsUrl: 'http://127.0.0.1:9' }, {}),
  TOKEN_ISSUER: 'https://service.example',
  PUSH_TOPIC_ARN: 'arn:aws:sns:eu-central-1:000000000000:pushes',
  CONSOLE_ISSUER: 'https://issuer.example',
  CONSOLE_AUDIENCE: 'console',
};

export const measure: Measure = async () => {
  const rows: Row[] = [];
  for (const name of Object.keys(functionNeeds) as FunctionName[]) {
    const { ours, bare } = await startInTurn(
      {
        ours: (directory: string) => bundleFunction(name, directory),
        bare: (directory: string) => bundleBare(name, directory),
      },
      async (_, directory) => (await startCold(directory, environment)).milliseconds,
      ROUNDS,
    );
    const peer = { peer: 'SDK, jose', theirs: bare };
    rows.push(compare({ what: name, unit: 'ms', ours, ...peer, goal: goalOf(name) }));
  }
  return rows;
};
