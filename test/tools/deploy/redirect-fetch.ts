/**
 * Replaces the network between a process and an address that was deployed: requests to it go to a server on this machine. Loaded
 * before a program by `--import`, with REDIRECT_TO (and REDIRECT_FROM, or the issuer of a function's deployed environment), and used
 * by the test for its authorizer.
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
