import * as v from 'valibot';
import type { ConsoleIdentity, FindVerifiedEmail } from '../../domain/console-identity.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { fields } from '../../rules/fields.ts';
import { findProblem } from '../../rules/find-problem.ts';
import { foldEmail } from '../../rules/fold-email.ts';
import { rememberSuccess } from '../remember-success.ts';
import { discover, FETCH_TIMEOUT_MILLISECONDS, makeBoundedFetch } from './oidc-discovery.ts';

/** OpenID Connect Core 1.0, section 5.3.2. Cognito sends `email_verified` as a string. */
const userinfo = v.object({
  sub: v.string(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])])),
});

const verifiedEmail = (claims: v.InferOutput<typeof userinfo>): string | undefined => {
  const { email, email_verified } = claims;
  const isVerified = email_verified === true || email_verified === 'true';
  return isVerified && findProblem(fields.email, email) === undefined ? foldEmail(email as string) : undefined;
};

/**
 * Asks the issuer each time, because an address can change after a token was issued.
 * @returns a function that resolves to undefined if the issuer has no userinfo endpoint, rejects the token, or has not verified
 * an address
 * @throws ServiceError `dependency_unavailable`
 */
export const makeFindVerifiedEmail = (issuer: string): FindVerifiedEmail => {
  const boundedFetch = makeBoundedFetch();
  const findEndpoints = rememberSuccess(() => discover(issuer, boundedFetch));
  const ask = async (token: string, { subject }: ConsoleIdentity): Promise<string | undefined> => {
    const { userinfo: url } = await findEndpoints();
    if (!url) return undefined;
    const response = await fetch(url, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MILLISECONDS),
    });
    if (response.status === 401 || response.status === 403) return undefined;
    if (response.status !== 200) throw new Error(`${url.href} responded ${response.status}`);
    const claims = v.parse(userinfo, await response.json());
    // The claims may only be used if they are about the person of the token (section 5.3.2).
    if (claims.sub !== subject) throw new Error(`${url.href} responded with another subject`);
    return verifiedEmail(claims);
  };
  return async (token, identity) => {
    try {
      return await ask(token, identity);
    } catch (error) {
      throw new ServiceError('dependency_unavailable', 'the userinfo of the console issuer', { cause: error });
    }
  };
};
