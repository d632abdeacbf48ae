import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** What HTTP APIs hand on as text; all else, and what says nothing of its type, they hand on as base64. */
const TEXT_TYPE = /^(text\/[^\s;]+|application\/(json|javascript|xml))\s*(;|$)/i;

/**
 * A body as the event carries it. Text that is no valid UTF-8 goes as base64 too: decoding would turn different invalid
 * bytes into the same U+FFFD, and it is for the function to refuse them.
 */
export const toEventBody = (
  body: Buffer,
  contentType: string | undefined,
): Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'> => {
  if (body.length === 0) return { isBase64Encoded: false };
  const isText = TEXT_TYPE.test(contentType?.trim() ?? '') && isUtf8(body);
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
};
