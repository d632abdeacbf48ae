import type { ApiClientStore } from '../../shared/domain/api-client.ts';
import { assertActive } from '../../shared/domain/authorize-caller.ts';
import { secretIdOf } from '../../shared/domain/client-secret.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import {
  decideRefresh,
  liveGeneration,
  type Generation,
  type RefreshRules,
  type TokenContents,
  type TokenFamily,
  type TokenFamilyStore,
  type TokenMint,
} from '../../shared/domain/token-family.ts';
import { ageInDays } from '../../shared/domain/signing-keys.ts';
import type { RefreshCaller } from '../../shared/domain/tokens.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { recordUse } from '../../shared/use-cases/clients/watch-clients.ts';
import type { AddToLogLine } from '../../shared/http/request-log-line.ts';

interface RefreshDependencies {
  readonly clients: Pick<ApiClientStore, 'recordLastUsed'>;
  readonly families: TokenFamilyStore;
  readonly mint: TokenMint;
  readonly rules: RefreshRules;
  readonly log: AddToLogLine;
  readonly now: () => number;
}

const redeem = async (
  caller: RefreshCaller,
  family: TokenFamily | undefined,
  contents: TokenContents,
  dependencies: RefreshDependencies,
): Promise<Generation> => {
  const { families, rules, log, now } = dependencies;
  const { clientId, familyId, generationNumber } = caller;
  const decision = decideRefresh(family, generationNumber, contents, rules, now());
  switch (decision.kind) {
    case 'rotate': {
      const { before, after } = decision;
      const isRotated = await families.rotate(before, after);
      // Another request, or an earlier attempt of this one, has changed the family, so decide again with its current state.
      if (!isRotated) return redeem(caller, await families.find(clientId, familyId), contents, dependencies);
      log({ counts: { TokensRefreshed: 1 } });
      return liveGeneration(after);
    }
    case 'replay':
      log({ counts: { RefreshReplayed: 1 } });
      return decision.generation;
    case 'reuse':
      log({
        fields: { securityEvent: 'refresh_token_reused' },
        counts: { RefreshTokenReused: 1 },
        isSecurityEvent: true,
      });
      await families.revoke(clientId, familyId);
      throw new ServiceError(
        'token_invalid',
        'a refresh token was used again after its grace period; its family is revoked',
      );
    case 'expired':
      throw new ServiceError('token_expired', 'the family has expired');
    case 'dead':
      throw new ServiceError('token_invalid', 'the family is revoked or does not exist');
  }
};

/** GET /auth/refresh-token: exchanges a refresh token for a new token set, with the client's current scopes. */
export const refresh = async (caller: RefreshCaller, dependencies: RefreshDependencies): Promise<HttpResponse> => {
  const { clients, families, mint, log, now } = dependencies;
  const { clientId, familyId } = caller;
  log({ fields: { familyId } });
  const [{ client, family }, key] = await Promise.all([families.findWithClient(clientId, familyId), mint.currentKey()]);
  log({ counts: { SigningKeyAgeDays: ageInDays(key, now()) } });
  assertActive(client, caller);
  const { scopes, revocationNumber } = client;
  const generation = await redeem(caller, family, { keyId: key.keyId, scopes, revocationNumber }, dependencies);
  const secret = client.secrets.find((one) => secretIdOf(one) === family?.secretId);
  const [tokens] = await Promise.all([
    mint.mint(client, { familyId }, generation),
    recordUse({ client, secret }, { clients, now }),
  ]);
  return { statusCode: 200, body: tokens };
};
