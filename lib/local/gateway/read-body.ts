import type { IncomingMessage } from 'node:http';

/** The largest payload that an HTTP API takes. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

export type BodyRead =
  | { readonly kind: 'read'; readonly body: Buffer }
  | { readonly kind: 'too-large' }
  /** Nobody is left to answer. */
  | { readonly kind: 'gone' };

/** Reads a request's body to its end, and no further than the largest that is taken. */
export const readBody = async (request: IncomingMessage): Promise<BodyRead> => {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return { kind: 'too-large' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Leaving the loop must not destroy the connection: a body that is too large is still answered.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) return { kind: 'too-large' };
      chunks.push(chunk);
    }
  } catch {
    return { kind: 'gone' };
  }
  return { kind: 'read', body: Buffer.concat(chunks, bytes) };
};
