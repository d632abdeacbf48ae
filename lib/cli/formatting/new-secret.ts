import type { ApiClient, ClientWithSecret } from '../../../shared/domain/api-client.ts';

/** The credentials of an API client. The secret can be shown only this once. */
export interface NewSecretView extends Pick<ApiClient, 'clientId' | 'companyId' | 'name'> {
  readonly clientSecret: string;
}

export const viewNewSecret = ({ client, clientSecret }: ClientWithSecret): NewSecretView => {
  const { clientId, companyId, name } = client;
  return { clientId, clientSecret, companyId, name };
};

export const formatNewSecret = ({ clientId, clientSecret, companyId, name }: NewSecretView): string =>
  [
    `clientId:     ${clientId}`,
    `clientSecret: ${clientSecret}`,
    `company:      ${companyId}`,
    `name:         ${name}`,
    'Keep the secret now: it is not shown again.',
  ].join('\n');

/** The result of a rotation. */
export interface RotatedSecretView extends NewSecretView {
  /** When the old secret ends. */
  readonly oldSecretUntil: string;
}

export const formatRotatedSecret = (view: RotatedSecretView): string =>
  `${formatNewSecret(view)}\nThe old secret is valid until ${view.oldSecretUntil}.`;
