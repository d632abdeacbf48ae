import type { TokenKind } from './adapters/jwt/token-kinds.ts';

/** What the secrets with the signing keys are called in the local Secrets Manager. */
export const localKeySecrets = { access: 'AccessKey', refresh: 'RefreshKey' } as const satisfies Record<
  TokenKind,
  string
>;
