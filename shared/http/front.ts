import { hash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { variableOf } from '../settings.ts';

/** CloudFront sets these headers, and overwrites any that a caller sends. */
export const frontHeaders = { originSecret: 'x-origin-secret', viewerAddress: 'x-viewer-address' } as const;

/**
 * Decides whether a request is served. If CloudFront sent it, sets `sourceIp` to the address of CloudFront's caller.
 * @returns false if the request bypassed CloudFront, and must not be served
 */
type CloudFrontCheck = (event: APIGatewayProxyEventV2) => boolean;

const digest = (value: string): Buffer => hash('sha256', value, 'buffer');

/**
 * Behind CloudFront, `sourceIp` is an address of CloudFront, and callers can still reach API Gateway directly. So a request
 * counts as sent by CloudFront only if it contains the secret that CloudFront and the function share. Only then is its viewer
 * address trusted.
 * @param environment ORIGIN_SECRET: the secret; if absent, there is no CloudFront
 */
export const makeCloudFrontCheck = (environment: Readonly<Record<string, string | undefined>>): CloudFrontCheck => {
  const secret = environment[variableOf('originSecret')];
  if (!secret) return () => true;
  const expected = digest(secret);
  return ({ headers, requestContext }) => {
    if (!timingSafeEqual(digest(headers[frontHeaders.originSecret] ?? ''), expected)) return false;
    requestContext.http.sourceIp = headers[frontHeaders.viewerAddress] ?? requestContext.http.sourceIp;
    return true;
  };
};
