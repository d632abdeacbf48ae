import { hash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { variableOf } from '../settings.ts';

/** CloudFront overwrites what a caller sends under these names. */
export const frontHeaders = { originSecret: 'x-origin-secret', viewerAddress: 'x-viewer-address' } as const;

/**
 * Takes the caller's address from CloudFront.
 * @returns false if the request bypassed CloudFront and its web ACL, and must not be served
 */
export type Front = (event: APIGatewayProxyEventV2) => boolean;

const digest = (value: string): Buffer => hash('sha256', value, 'buffer');

/**
 * Behind CloudFront, `sourceIp` is CloudFront's, and API Gateway's own address stays reachable. So a request counts as
 * CloudFront's only
 * with the secret that CloudFront and the function share, and only then is its header believed.
 * @param environment ORIGIN_SECRET: the secret; without it, there is no CloudFront. DIRECT_CALLS=true: other requests are served
 * too
 */
export const makeFront = (environment: Readonly<Record<string, string | undefined>>): Front => {
  const secret = environment[variableOf('originSecret')];
  if (!secret) return () => true;
  const expected = digest(secret);
  const servesOthers = environment[variableOf('directCalls')] === 'true';
  return ({ headers, requestContext }) => {
    if (!timingSafeEqual(digest(headers[frontHeaders.originSecret] ?? ''), expected)) return servesOthers;
    requestContext.http.sourceIp = headers[frontHeaders.viewerAddress] ?? requestContext.http.sourceIp;
    return true;
  };
};
