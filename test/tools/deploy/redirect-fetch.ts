/**
 * Redirects requests for a deployed address to a server on this machine. Programs that the drills start load this file with
 * `--import` and read the two addresses from REDIRECT_FROM (default: CONSOLE_ISSUER) and REDIRECT_TO. The process of the drills
 * itself calls this function, for the authorizer that runs in it.
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
