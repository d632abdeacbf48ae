/**
 * Redirects requests for a deployed address to a server on this machine. Programs load this file first, by `--import`, with the
 * addresses in REDIRECT_FROM (default: CONSOLE_ISSUER) and REDIRECT_TO. The test calls this function for its own authorizer.
 */
export const redirectFetch = (from: string, to: string): void => {
  const plainFetch = globalThis.fetch;
  globalThis.fetch = (input, options) => {
    const address = input instanceof Request ? input.url : String(input);
    return address.startsWith(from) ? plainFetch(to + address.slice(from.length), options) : plainFetch(input, options);
  };
};

const { CONSOLE_ISSUER, REDIRECT_FROM: from = CONSOLE_ISSUER, REDIRECT_TO: to } = process.env;
if (from && to) redirectFetch(from, to);
