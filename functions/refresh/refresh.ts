import { mayAct } from '../../shared/domain/api-client.ts';
import type { ApiClientStore } from '../../shared/domain/api-client-store.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import {
  decideRefresh,
  liveGeneration,
  type Generation,
  type RefreshRules,
  type SigningKeyIds,
  type TokenFamily,
} from '../../shared/domain/token-family.ts';
import type { TokenFamilyStore } from '../../shared/domain/token-family-store.ts';
import type { RefreshBearer, TokenMint, VerifyToken } from '../../shared/domain/tokens.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import { readBearer } from '../../shared/http/read-bearer.ts';
import type { Note } from '../../shared/http/report.ts';

export interface RefreshDependencies {
  readonly verify: VerifyToken<RefreshBearer>;
  readonly clients: ApiClientStore;
  readonly families: TokenFamilyStore;
  readonly mint: TokenMint;
  readonly rules: RefreshRules;
  readonly note: Note;
  readonly now: () => number;
}

const redeem = async (
  bearer: RefreshBearer,
  family: TokenFamily | undefined,
  keyIds: SigningKeyIds,
  dependencies: RefreshDependencies,
): Promise<Generation> => {
  const { families, rules, note, now } = dependencies;
  const { clientId, familyId, generation } = bearer;
  const decision = decideRefresh(family, generation, keyIds, rules, now());
  switch (decision.kind) {
    case 'rotate': {
      const { before, after } = decision;
      const isDone = await families.rotate(before, after);
      // Where somebody else was quicker, perhaps our own first try, what is there now decides.
      if (!isDone) return redeem(bearer, await families.find(clientId, familyId), keyIds, dependencies);
      note({ counts: { TokensRefreshed: 1 } });
      return liveGeneration(after);
    }
    case 'replay':
      note({ counts: { RefreshReplayed: 1 } });
      return decision.generation;
    case 'reuse':
      note({
        fields: { securityEvent: 'refresh_token_reused' },
        counts: { RefreshTokenReused: 1 },
        isSecurityEvent: true,
      });
      await families.revoke(clientId, familyId);
      throw new ServiceError(
        'token_invalid',
        'a refresh token came back after its grace period; its family is revoked',
      );
    case 'dead':
      throw new ServiceError('token_invalid', 'the family is revoked or over');
  }
};

/** GET /auth/refresh-token: a refresh token for its one successor set. */
export const refresh = async (request: ApiRequest, dependencies: RefreshDependencies): Promise<Answer> => {
  const { verify, clients, families, mint, note } = dependencies;
  const bearer = await verify(readBearer(request));
  const { clientId, companyId, familyId } = bearer;
  note({ fields: { clientId, companyId, familyId } });
  const [client, family, keyIds] = await Promise.all([
    clients.find(clientId),
    families.find(clientId, familyId),
    mint.currentKeyIds(),
  ]);
  if (!mayAct(client, companyId)) throw new ServiceError('token_invalid', 'the client is disabled or gone');
  const generation = await redeem(bearer, family, keyIds, dependencies);
  return { statusCode: 200, body: await mint.mint(client, bearer, generation) };
};
