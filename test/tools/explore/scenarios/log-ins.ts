import { authenticate } from '../../../../functions/auth/auth.ts';
import { digestSecret } from '../../../../shared/domain/client-secret.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import type { ActorStores } from '../actor-stores.ts';
import { NOON } from '../environment.ts';
import {
  attemptsOf,
  makeScenario,
  valuesOf,
  type Actor,
  type ActorContext,
  type Judge,
  type Scenario,
} from '../scenario.ts';
import { gate } from './company.ts';
import { revoke } from './client-actors.ts';
import { decode, mint, presentToken, requestContext, rules, type Tokens } from './token-actors.ts';

const SECRET = 'secret';

/** Creates a client whose secret was used recently, so that a log-in does not also write `lastUsedAt`. */
const prepare = async ({ clients }: ActorStores): Promise<void> => {
  await clients.create({
    ...gate,
    secrets: [{ digest: digestSecret(SECRET), last4: 'cret', createdAt: NOON, lastUsedAt: NOON }],
  });
};

const logIn = async ({ clients, families, now }: ActorContext): Promise<Tokens> => {
  const body = { clientId: gate.clientId, clientSecret: SECRET };
  const request = { body, requestContext } as unknown as ApiRequest;
  const response = await authenticate(request, { clients, families, mint, rules, log: () => undefined, now });
  return response.body as Tokens;
};

/** Logs in and refreshes. @returns the newest token */
const logInAndRefresh: Actor = {
  name: 'log-in-and-refresh',
  willRetry: true,
  request: async (context) => presentToken((await logIn(context)).refreshToken, context),
};

const GRACE_MILLISECONDS = 61_000;

/**
 * Logs in, refreshes, and presents the first refresh token again after its grace period.
 * @returns the tokens of the log-in if the reuse is rejected
 */
const logInAndReuse: Actor = {
  name: 'thief',
  willRetry: false,
  async request(context) {
    const first = await logIn(context);
    await presentToken(first.refreshToken, context);
    const passGrace = (environment: { now: number }) => (environment.now += GRACE_MILLISECONDS);
    await context.call(`the clock moves by ${GRACE_MILLISECONDS} ms`, passGrace, false);
    try {
      await presentToken(first.refreshToken, context);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'token_invalid') return first;
      throw error;
    }
  },
};

/** Makes a judge that checks the family of each token that an actor's attempts returned. */
const judgeFamilies =
  (
    invariant: string,
    holds: (family: Readonly<Record<string, unknown>>, generation: number) => boolean,
    actor: Actor,
  ): Judge =>
  (run) => {
    const families = run.environment.database.items('apiClients');
    const broken = valuesOf(attemptsOf(run, actor.name)).filter((tokens) => {
      if (!tokens) return false;
      const { familyId, generation } = decode((tokens as Tokens).refreshToken);
      const family = families.find((item) => item['familyId'] === familyId);
      return !family || !holds(family, generation);
    });
    return { [invariant]: broken };
  };

const late = { prepare, faults: 2, hasLateFirstTries: true } as const;

/** Log-ins whose first write can arrive late. */
export const logInScenarios: readonly Scenario[] = [
  makeScenario(
    'late-log-in',
    {
      ...late,
      sharedTables: ['apiClients'],
      judge: judgeFamilies(
        'nothing acknowledged is lost',
        ({ liveNumber }, generation) => Number(liveNumber) >= generation,
        logInAndRefresh,
      ),
    },
    [logInAndRefresh, revoke],
  ),
  makeScenario(
    'late-log-in',
    {
      ...late,
      sharedTables: 'everything',
      judge: judgeFamilies('a revoked token family stays revoked', ({ revoked }) => revoked === true, logInAndReuse),
    },
    [logInAndReuse],
  ),
];
