import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import { ServiceError } from '../../domain/service-error.ts';

type SdkError = Parameters<typeof isThrottlingError>[0] & { $response?: unknown };

const isAbort = (error: Error): boolean => error.name === 'AbortError';

/** Whether the response could not be parsed, because it was truncated. */
const isUnreadableResponse = (error: SdkError): boolean =>
  error instanceof SyntaxError && error.$response !== undefined;

const isNetworkFailure = (error: Error): boolean => 'code' in error && /^E[A-Z]+$/.test(String(error.code));

/**
 * Turns an error into `dependency_unavailable` if an AWS service throttled the call, failed or could not be reached. Any other
 * error (a failed condition, a missing permission, a wrong request) stays as it is.
 */
export const translateFailure = (service: string, error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const failure = error as SdkError;
  const unavailable = [
    isAbort,
    isThrottlingError,
    isTransientError,
    isServerError,
    isUnreadableResponse,
    isNetworkFailure,
  ];
  if (!unavailable.some((matches) => matches(failure))) return error;
  return new ServiceError('dependency_unavailable', `${service} is not available: ${error.name}: ${error.message}`, {
    cause: error,
  });
};

/** Waits for a call to an AWS service. @throws the error that {@link translateFailure} returns */
export const translated = async <Output>(service: string, call: Promise<Output>): Promise<Output> => {
  try {
    return await call;
  } catch (error) {
    throw translateFailure(service, error);
  }
};
