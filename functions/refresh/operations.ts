import type { Operation } from '../../shared/http/operation.ts';

export const operations = {
  refresh: {
    summary: 'Refresh',
    description:
      'Exchanges a refresh token for a complete new token set. A refresh token has one successor set. If there is no response, or a 408, 429 or 5xx, the token may have been used: retry the request within the grace period (60 s from the first request, unless the deployment sets another). Repeats, and refreshes at the same time, return the same set byte for byte. After the grace period a used token is treated as stolen: its family of tokens is revoked, and you must log in again. This GET changes state, so nothing may prefetch it.',
    security: 'refreshToken',
    parameters: ['AcceptLanguage'],
    success: { description: 'The new token set.', schema: 'TokenSet' },
    hasCacheControl: true,
  },
} satisfies Record<string, Operation>;
