import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import { ServiceError } from '../../domain/service-error.ts';

type SdkError = Parameters<typeof isThrottlingError>[0] & { $response?: unknown };

const isAbort = (error: Error): boolean => error.name === 'AbortError';

/** Whether the response was truncated, or came from something else, such as a proxy. An error of AWS has a name. */
const isUnreadableResponse = (error: SdkError): boolean =>
  error.$response !== undefined && (!('$fault' in error) || error.name === 'Unknown');

const isNetworkFailure = (error: Error): boolean => 'code' in error && /^E[A-Z]+$/.test(String(error.code));

/**
 * Whether KMS refuses the key with which a table, secret, topic or queue is encrypted: it is disabled, about to be deleted, or its
 * policy changed. SNS and SQS have names for this; Secrets Manager and DynamoDB mention it.
 */
const isKeyRefused = ({ name, message }: Error): boolean =>
  /^Kms|^KMS|^(?:Decryption|Encryption)Failure$/.test(name) || /\bKMS\b/.test(message);

/**
 * Turns an error into `dependency_unavailable` if an AWS service throttled the call, failed, could not be reached or could not
 * use its encryption key. Any other error (a failed condition, a missing permission, a wrong request) stays as it is.
 */
export const translateFailure = (service: string, error: unknown): unknown => {
  // A ServiceError has been translated already.
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  const failure = error as SdkError;
  const unavailable = [
    isAbort,
    isThrottlingError,
    isTransientError,
    isServerError,
    isUnreadableResponse,
    isNetworkFailure,
    isKeyRefused,
  ];
  if (!unavailable.some((matches) => matches(failure))) return error;
  const problem = isUnreadableResponse(failure) ? 'its response cannot be read' : `${error.name}: ${error.message}`;
  return new ServiceError('dependency_unavailable', `${service} is not available: ${problem}`, { cause: error });
};

/** Waits for a call to an AWS service. @throws the error that {@link translateFailure} returns */
export const callAws = async <Output>(service: string, call: Promise<Output>): Promise<Output> => {
  try {
    return await call;
  } catch (error) {
    throw translateFailure(service, error);
  }
};
