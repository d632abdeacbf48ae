import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** An event of an HTTP API (payload format 2.0), with its JSON body parsed. */
export type ApiRequest = Omit<APIGatewayProxyEventV2, 'body'> & { readonly body?: unknown };

/** Header names are case-insensitive (RFC 9110, section 5.1). API Gateway sends lower-case names; other callers might not. */
export const readHeader = (request: Pick<ApiRequest, 'headers'>, name: string): string | undefined => {
  const exact = request.headers[name];
  if (exact !== undefined) return exact;
  return Object.entries(request.headers).find(([candidate]) => candidate.toLowerCase() === name)?.[1];
};
