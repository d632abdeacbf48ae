import { refresh } from '../../../../functions/refresh/refresh.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import type { RefreshRules, TokenMint } from '../../../../shared/domain/token-family.ts';
import type { RefreshCaller } from '../../../../shared/domain/tokens.ts';
import { HOUR } from '../environment.ts';
import type { ActorContext } from '../scenario.ts';

export const rules: RefreshRules = { refreshTokenSeconds: 7 * 24 * 3_600, refreshGraceSeconds: 60 };
export const keyIds = { accessKeyId: 'access-1', refreshKeyId: 'refresh-1' };

export const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export const decode = (token: string): RefreshCaller =>
  JSON.parse(Buffer.from(token, 'base64url').toString()) as RefreshCaller;

/** Makes tokens of plain text, because signing would not change the order of calls. */
export const mint: TokenMint = {
  currentKeys: async () => ({ ids: keyIds, createdAt: 0 }),
  mint: async (client, { familyId }, generation) => ({
    accessToken: encode({ generation }),
    accessTokenExpiration: generation.issuedAt + HOUR,
    refreshToken: encode({
      clientId: client.clientId,
      companyId: client.companyId,
      scopes: generation.scopes,
      revocationNumber: generation.revocationNumber,
      familyId,
      generation: generation.number,
    } satisfies Record<keyof Omit<RefreshCaller, 'sourceIp'>, unknown>),
    refreshTokenExpiration: generation.issuedAt + rules.refreshTokenSeconds * 1000,
  }),
};

/** What the caller stores after a refresh. */
export interface Tokens {
  readonly refreshToken: string;
}

/** The caller's address. */
export const requestContext = { http: { sourceIp: '192.0.2.7' } };

export const presentToken = async (token: string, { clients, families, now }: ActorContext): Promise<Tokens> => {
  const request = { headers: { authorization: `Bearer ${token}` }, requestContext } as unknown as ApiRequest;
  const { body } = await refresh(request, {
    verify: async (text) => decode(text),
    clients,
    families,
    mint,
    rules,
    log: () => undefined,
    now,
  });
  return body as Tokens;
};
