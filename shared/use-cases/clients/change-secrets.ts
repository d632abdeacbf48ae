import type { ApiClient, ClientWithSecret } from '../../domain/api-client.ts';
import {
  endSecret,
  reissueSecret,
  rotateSecret,
  type RotatedClient,
  type RotationOptions,
} from '../../domain/client-changes.ts';
import { secretIdOf, type ClientSecret } from '../../domain/client-secret.ts';
import { formatOptional } from '../../domain/instant.ts';
import { changeClient, type ClientContext, type ClientTarget } from './change-client.ts';

const secretsForLog = ({ secrets }: Pick<ApiClient, 'secrets'>) => ({
  secrets: secrets.map((secret: ClientSecret) => ({
    secretId: secretIdOf(secret),
    last4: secret.last4,
    endsAt: formatOptional(secret.endsAt),
  })),
});

const describeAs =
  (action: `clients.${string}`) =>
  ({ client }: { client: ApiClient }, before: ApiClient) => [
    { action, before: secretsForLog(before), after: secretsForLog(client) },
  ];

/**
 * @throws UseCaseError `client_not_found`, `client_changed`; `two_live_secrets` unless `force`
 * @example
 * const { clientSecret, oldSecretEndsAt } = await rotateClientSecret(context, { clientId }, { graceMilliseconds: 86_400_000 });
 */
export const rotateClientSecret = (
  context: ClientContext,
  target: ClientTarget,
  options: RotationOptions,
): Promise<RotatedClient> =>
  changeClient(context, target, (client, now) => rotateSecret(client, options, now), describeAs('clients.rotate'));

/** @throws UseCaseError `client_not_found`, `client_changed`, `secret_not_found`, `last_live_secret` */
export const endClientSecret = (
  context: ClientContext,
  target: ClientTarget,
  secretId: string,
): Promise<{ client: ApiClient }> =>
  changeClient(context, target, (client, now) => endSecret(client, secretId, now), describeAs('clients.end-secret'));

/** @throws UseCaseError `client_not_found`, `client_changed`, `secret_not_found`, `secret_used` */
export const reissueClientSecret = (
  context: ClientContext,
  target: ClientTarget,
  secretId: string,
): Promise<ClientWithSecret> =>
  changeClient(
    context,
    target,
    (client, now) => reissueSecret(client, secretId, now),
    describeAs('clients.reissue-secret'),
  );
