/**
 * Replaces the network between a process and its OpenID Connect issuer: requests to the deployed issuer go to a stub
 * on this machine. Loaded before a function by `--import`, with ISSUER_STUB, and used by the test for its authorizer.
 */
export const redirectIssuer = (issuer: string, stub: string): void => {
  const plainFetch = globalThis.fetch;
  globalThis.fetch = (input, options) => {
    const address = input instanceof Request ? input.url : String(input);
    return address.startsWith(issuer)
      ? plainFetch(stub + address.slice(issuer.length), options)
      : plainFetch(input, options);
  };
};

// In a function's process, whose deployed environment has the issuer's address.
const { CONSOLE_ISSUER: issuer, ISSUER_STUB: stub } = process.env;
if (issuer && stub) redirectIssuer(issuer, stub);
