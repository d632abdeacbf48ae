import type { ApiClient, ClientWithSecret } from '../../../shared/domain/api-client.ts';

/** What an API client logs in with, for the only time that the secret can be shown. */
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

/** A rotation's result. */
export interface RotatedSecretView extends NewSecretView {
  /** When the secret that was in use until now ends. */
  readonly oldSecretUntil: string;
}

export const formatRotatedSecret = (view: RotatedSecretView): string =>
  `${formatNewSecret(view)}\nThe old secret is valid until ${view.oldSecretUntil}.`;
