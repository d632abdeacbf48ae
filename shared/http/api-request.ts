import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** An event of API Gateway's HTTP API (payload format 2.0); a JSON body has been parsed. */
export type ApiRequest = Omit<APIGatewayProxyEventV2, 'body'> & { readonly body?: unknown };

/** Field names compare case-insensitively (RFC 9110, section 5.1). API Gateway writes them in lower case; others may not. */
export const readHeader = (request: Pick<ApiRequest, 'headers'>, name: string): string | undefined => {
  const exact = request.headers[name];
  if (exact !== undefined) return exact;
  return Object.entries(request.headers).find(([candidate]) => candidate.toLowerCase() === name)?.[1];
};
