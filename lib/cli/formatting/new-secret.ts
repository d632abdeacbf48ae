import type { ApiClient } from '../../../shared/domain/api-client.ts';

/** What an API client logs in with, for the only time that the secret can be told. */
export interface NewSecretView extends Pick<ApiClient, 'clientId' | 'companyId' | 'name'> {
  readonly clientSecret: string;
}

export const viewNewSecret = ({ clientId, companyId, name }: ApiClient, clientSecret: string): NewSecretView => ({
  clientId,
  clientSecret,
  companyId,
  name,
});

export const formatNewSecret = ({ clientId, clientSecret, companyId, name }: NewSecretView): string =>
  [
    `clientId:     ${clientId}`,
    `clientSecret: ${clientSecret}`,
    `company:      ${companyId}`,
    `name:         ${name}`,
    'Keep the secret now: it is not shown again.',
  ].join('\n');
