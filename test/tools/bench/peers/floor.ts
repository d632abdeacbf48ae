import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../../lib/local/local-server.ts';
import { answerBench } from '../harness/answer-bench.ts';
import { firstGeneration, makeTokens, nextGeneration, type Generation } from './jose-tokens.ts';
import { openTokenTable } from './token-table.ts';

/** Log-in and refresh with only node:http, the SDK and jose: the same reads, writes and signatures as the service. */
const table = await openTokenTable('Floor');
const tokens = await makeTokens();

const makeTokenSet = async (generation: Generation) => {
  const [access_token, refresh_token] = await Promise.all([
    tokens.signAccess(generation),
    tokens.signRefresh(generation),
  ]);
  return { access_token, refresh_token };
};

const logIn = async (clientId: string, clientSecret: string) => {
  if (!(await table.isSecretRight(clientId, clientSecret))) return undefined;
  const generation = firstGeneration(clientId);
  const [set] = await Promise.all([makeTokenSet(generation), table.startFamily(generation)]);
  return set;
};

const refresh = async (token: string) => {
  const generation = await tokens.verifyRefresh(token);
  if (!generation || !(await table.isLive(generation)) || !(await table.rotateFamily(generation))) return undefined;
  return makeTokenSet(nextGeneration(generation));
};

const respondTo = async (body: string) => {
  const form = new URLSearchParams(body);
  return form.get('grant_type') === 'refresh_token'
    ? refresh(form.get('refresh_token') ?? '')
    : logIn(form.get('client_id') ?? '', form.get('client_secret') ?? '');
};

const url = await listen(
  createServer((request, response) => {
    void text(request)
      .then(respondTo)
      .then((set) => {
        const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
        response.writeHead(set ? 200 : 401, headers).end(JSON.stringify(set ?? { error: 'invalid_client' }));
      });
  }),
  'PORT',
  0,
);

answerBench(url);
