/**
 * The Content-Security-Policy of the console's files. It allows no inline code, frames, forms or plugins, and scripts
 * cannot turn text into HTML (Trusted Types). Scripts, styles and images come only from the console's origin; requests may also go to
 * the issuer's.
 * @param issuerOrigins origins of the OpenID Connect issuer that are not the console's own, such as `https://login.example.com`
 */
export const contentSecurityPolicy = (issuerOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    ['connect-src', "'self'", ...issuerOrigins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The security headers of the console's files, as a server on one machine sends them; CloudFront adds HSTS. */
export const securityHeaders = (issuerOrigins: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(issuerOrigins),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
});
