/**
 * Forbids inline code, frames, forms and plugins, and assigning text to an element as HTML (Trusted Types).
 * The only worker is the one that reads workbooks.
 * @param issuerOrigins origins from which the OpenID Connect issuer is served, such as `https://login.example.com`; the
 * console's own origin is always allowed
 */
export const contentSecurityPolicy = (issuerOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    ['connect-src', "'self'", ...issuerOrigins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The policy that lets the page load the script of its worker.
    'trusted-types workbook-worker',
  ].join('; ');

/** The headers that the local server sends. On AWS, CloudFront sends the same ones, and HSTS. */
export const securityHeaders = (issuerOrigins: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(issuerOrigins),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
});
