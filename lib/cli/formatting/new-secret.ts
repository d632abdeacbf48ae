import type { ClientWithSecret } from '../../../shared/domain/api-client.ts';

/** The credentials of an API client. The secret can be shown only this once. */
export const viewNewSecret = ({ client: { clientId, companyId, name }, clientSecret }: ClientWithSecret) => ({
  clientId,
  clientSecret,
  companyId,
  name,
});
type NewSecretView = ReturnType<typeof viewNewSecret>;

export const formatNewSecret = ({ clientId, clientSecret, companyId, name }: NewSecretView): string =>
  [
    `clientId:     ${clientId}`,
    `clientSecret: ${clientSecret}`,
    `company:      ${companyId}`,
    `name:         ${name}`,
    'Keep the secret now: it is not shown again.',
  ].join('\n');

/** The result of a rotation. */
export const formatRotatedSecret = (view: NewSecretView & { readonly oldSecretUntil: string }): string =>
  `${formatNewSecret(view)}\nThe old secret is valid until ${view.oldSecretUntil}.`;
