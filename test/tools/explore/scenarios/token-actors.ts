import { refresh } from '../../../../functions/refresh/refresh.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import type { RefreshRules } from '../../../../shared/domain/token-family.ts';
import type { TokenMint } from '../../../../shared/domain/token-mint.ts';
import type { RefreshCaller } from '../../../../shared/domain/tokens.ts';
import type { ClientContext } from '../../../../shared/use-cases/clients/change-client.ts';
import { revokeClientTokens } from '../../../../shared/use-cases/clients/manage-client.ts';
import { HOUR } from '../environment.ts';
import type { Actor, ActorContext } from '../scenario.ts';
import { administrator, gate } from './company.ts';

export const rules: RefreshRules = { refreshTokenSeconds: 7 * 24 * 3_600, refreshGraceSeconds: 60 };
export const keyIds = { accessKeyId: 'access-1', refreshKeyId: 'refresh-1' };

export const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export const decode = (token: string): RefreshCaller =>
  JSON.parse(Buffer.from(token, 'base64url').toString()) as RefreshCaller;

/** Tokens that are unsigned text: signing would not change the order of calls. */
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

/** The tokens of one refresh, as the caller keeps them. */
export interface Tokens {
  readonly refreshToken: string;
}

/** The caller's address. */
export const requestContext = { http: { sourceIp: '192.0.2.7' } };

export const present = async (token: string, { clients, families, now }: ActorContext): Promise<Tokens> => {
  const request = { headers: { authorization: `Bearer ${token}` }, requestContext } as unknown as ApiRequest;
  const { body } = await refresh(request, {
    verify: async (text) => decode(text),
    clients,
    families: {
      ...families,
      // BatchGetItem reads each item at its own moment.
      async findWithClient(clientId, familyId) {
        const [client, family] = await Promise.all([clients.find(clientId), families.find(clientId, familyId)]);
        return { ...(client && { client }), ...(family && { family }) };
      },
    },
    mint,
    rules,
    log: () => undefined,
    now,
  });
  return body as Tokens;
};

const contextOf = ({ clients, now }: ActorContext): ClientContext => ({
  apiClients: clients,
  actor: administrator,
  now,
});

export const target = { clientId: gate.clientId };

export const administer = (name: string, act: (context: ClientContext) => Promise<unknown>): Actor => ({
  name,
  willRepeat: false,
  request: (context) => act(contextOf(context)),
});

export const revoke = administer(
  'revoke',
  async (context) => (await revokeClientTokens(context, target)).client.revocationNumber,
);
