import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** What the gateway answers by itself, in the words of AWS's HTTP APIs. */
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

/** The header in which HTTP APIs tell the id of the request, with every answer. */
export const REQUEST_ID_HEADER = 'apigw-requestid';

export const toResult = ([statusCode, message]: GatewayResponse): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...(statusCode === 401 && { 'www-authenticate': 'Bearer' }) },
  body: JSON.stringify({ message }),
});

/** A whole answer as text, for a connection on which no request could be made out. */
export const formatRawAnswer = (answer: GatewayResponse, requestId: string): string => {
  const { body = '' } = toResult(answer);
  const head = [
    `HTTP/1.1 ${answer.join(' ')}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
};
