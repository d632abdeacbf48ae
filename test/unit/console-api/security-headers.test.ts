import { describe, expect, it } from '@jest/globals';
import { contentSecurityPolicy, securityHeaders } from '../../../shared/console-api/security-headers.ts';

const directives = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]));

describe('contentSecurityPolicy', () => {
  it('allows files only from the same origin, and requests only to that origin and the issuer', () => {
    expect(directives(contentSecurityPolicy(['https://a.example', 'https://b.example']))).toStrictEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'connect-src': "'self' https://a.example https://b.example",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  it('allows requests only to the same origin if the issuer shares that origin', () => {
    expect(directives(contentSecurityPolicy([]))['connect-src']).toBe("'self'");
  });
});

describe('securityHeaders', () => {
  it('forbid framing, sniffing and a referrer', () => {
    expect(securityHeaders([])).toMatchObject({
      'content-security-policy': contentSecurityPolicy([]),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  });
});
