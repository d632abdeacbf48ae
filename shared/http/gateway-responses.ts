import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** API Gateway's own responses, with AWS's messages. */
export const gatewayResponses = {
  badRequest: [400, 'Bad Request'],
  unauthorized: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  notFound: [404, 'Not Found'],
  requestTimeout: [408, 'Request Timeout'],
  tooLarge: [413, 'Request Entity Too Large'],
  tooManyRequests: [429, 'Too Many Requests'],
  headersTooLarge: [431, 'Request Header Fields Too Large'],
  failed: [500, 'Internal Server Error'],
} as const satisfies Record<string, readonly [number, string]>;

export type GatewayResponse = (typeof gatewayResponses)[keyof typeof gatewayResponses];

/** The header in which API Gateway's HTTP APIs send the request's id with every response. */
export const REQUEST_ID_HEADER = 'apigw-requestid';

export const toResult = ([statusCode, message]: GatewayResponse): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...(statusCode === 401 && { 'www-authenticate': 'Bearer' }) },
  body: JSON.stringify({ message }),
});

/** Formats a response as text, for a connection whose request cannot be read. */
export const formatRawResponse = (response: GatewayResponse, requestId: string): string => {
  const { body = '' } = toResult(response);
  const head = [
    `HTTP/1.1 ${response.join(' ')}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
};
