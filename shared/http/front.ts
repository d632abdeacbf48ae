import { hash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { variableOf } from '../settings.ts';

/**
 * What CloudFront adds to each request to an API behind it. It overwrites what a caller sends under these names.
 */
export const frontHeaders = { originSecret: 'x-origin-secret', viewerAddress: 'x-viewer-address' } as const;

/**
 * Takes the caller's address from CloudFront, if CloudFront passed the request on.
 * @returns whether the request may be served: false if it bypassed CloudFront and its web ACL
 */
export type Front = (event: APIGatewayProxyEventV2) => boolean;

const digest = (value: string): Buffer => hash('sha256', value, 'buffer');

/**
 * API Gateway's address stays reachable behind CloudFront, and the `sourceIp` of a request through CloudFront is CloudFront's. So
 * only a request with the secret that CloudFront and the function share counts as CloudFront's, and only its header is believed.
 * @param environment ORIGIN_SECRET: the secret; without it, nothing stands in front. DIRECT_CALLS=true: other requests are served too,
 * with the address that API Gateway saw.
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
