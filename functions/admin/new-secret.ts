import { hash, randomUUID } from 'node:crypto';
import { generateClientId, type ApiClient, type ClientWithSecret } from '../../shared/domain/api-client.ts';
import { secretIdOf } from '../../shared/domain/client-secret.ts';
import type { RepeatableRequest, RepeatableRequestStore, RequestKey } from '../../shared/domain/repeatable-request.ts';
import { UseCaseError } from '../../shared/domain/use-case-error.ts';
import { reissueClientSecret, type ClientContext } from '../../shared/use-cases/clients/change-client.ts';
import { ConsoleError } from './console-error.ts';

type SecretOrigin = Pick<RepeatableRequest, 'clientId' | 'requestId'>;

export interface SecretRequest {
  /** Undefined if the request has no Idempotency-Key, in which case a retry creates another secret. */
  readonly key: RequestKey | undefined;
  /** The client that gets a second secret. Undefined if the request creates a client. */
  readonly clientId: string | undefined;
  /** Route and body, which distinguish a retry from a different request with the same key. */
  readonly content: unknown;
  readonly create: (origin: Partial<SecretOrigin>) => Promise<ClientWithSecret>;
}

const newestSecretId = ({ secrets }: ApiClient): string => secretIdOf(secrets.at(-1) as ApiClient['secrets'][number]);

/** Returns the client of the first request, with a new secret in place of the unused one. */
const replaceUnusedSecret = async (
  context: ClientContext,
  companyId: string,
  clientId: string,
  secretId: string,
): Promise<ClientWithSecret> => {
  try {
    return await reissueClientSecret(context, { clientId, companyId }, secretId);
  } catch (error) {
    const isGone = error instanceof UseCaseError && error.code === 'secret_not_found';
    throw isGone ? new ConsoleError('secret_used') : error;
  }
};

/**
 * Creates a secret, and ensures that a retry within ten minutes does not leave a second one: the retry gets the same client,
 * and its new secret replaces the first, which is unknown to the caller because the response was lost.
 * @throws ConsoleError `request_in_flight` while another request with the key is in flight; `idempotency_key_reused` if the
 * key was used for a different request; `secret_used` if the first secret was used or deleted
 */
export const createSecretOnce = async (
  context: ClientContext,
  requests: RepeatableRequestStore,
  { key, clientId, content, create }: SecretRequest,
): Promise<ClientWithSecret> => {
  if (!key) return create({});
  const thisRequest: RepeatableRequest = {
    digest: hash('sha256', JSON.stringify(content)),
    receivedAt: context.now(),
    clientId: clientId ?? generateClientId(),
    requestId: randomUUID(),
  };
  const firstRequest = await requests.begin(key, thisRequest);
  if (!firstRequest) throw new ConsoleError('request_in_flight');
  if (firstRequest.digest !== thisRequest.digest) throw new ConsoleError('idempotency_key_reused');

  let isRejected = false;
  const perform = async (): Promise<ClientWithSecret> => {
    const { requestId, secretId } = firstRequest;
    // An earlier attempt might have been interrupted after it created or replaced the secret.
    const client = await context.apiClients.find(firstRequest.clientId);
    const created = client?.secrets.find((secret) => secret.requestId === requestId);
    const createdId = created ? secretIdOf(created) : secretId;
    if (createdId !== undefined) return replaceUnusedSecret(context, key.companyId, firstRequest.clientId, createdId);
    try {
      return await create({ clientId: firstRequest.clientId, requestId });
    } catch (error) {
      isRejected = error instanceof UseCaseError;
      throw error;
    }
  };
  try {
    const created = await perform();
    await requests.complete(key, firstRequest, newestSecretId(created.client));
    return created;
  } catch (error) {
    // If this call fails too, a retry waits until the failed request can no longer be in flight.
    await (isRejected ? requests.forget(key) : requests.release(key, firstRequest)).catch(() => undefined);
    throw error;
  }
};
