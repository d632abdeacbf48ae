import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** A smaller body fits into one packet anyway. */
const MIN_BYTES = 1_024;

/** `*` stands only for codings that are not named (RFC 9110, section 12.5.3). */
const acceptsGzip = ({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): boolean => {
  const codings = (headers['accept-encoding'] ?? '').toLowerCase().split(',');
  const weights = new Map(
    codings.map((coding) => {
      const [name = '', weight = 'q=1'] = coding.split(';', 2).map((part) => part.trim());
      return [name, weight];
    }),
  );
  return /^q=(?:1|0?\.0{0,2}[1-9])/.test(weights.get('gzip') ?? weights.get('*') ?? '');
};

/**
 * Compresses a response for callers that accept it. HTTP APIs do not compress, and CloudFront compresses only what it may cache
 * (CloudFront Developer Guide, "Serve compressed files").
 */
export const compress = (
  event: Pick<APIGatewayProxyEventV2, 'headers'>,
  response: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 => {
  const { body, headers } = response;
  if (body === undefined || Buffer.byteLength(body) < MIN_BYTES || !acceptsGzip(event)) return response;
  return {
    ...response,
    headers: { ...headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
};
