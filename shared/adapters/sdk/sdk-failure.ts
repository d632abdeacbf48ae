import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import { ServiceError } from '../../domain/service-error.ts';

type SdkError = Parameters<typeof isThrottlingError>[0] & { $response?: unknown };

const isAbort = (error: Error): boolean => error.name === 'AbortError';

/** A response that cannot be parsed was truncated: a network error. */
const isUnreadableResponse = (error: SdkError): boolean =>
  error instanceof SyntaxError && error.$response !== undefined;

const isNetworkFailure = (error: Error): boolean => 'code' in error && /^E[A-Z]+$/.test(String(error.code));

/**
 * An AWS service that throttles, fails, or does not respond becomes `dependency_unavailable`, which a caller may retry.
 * Any other error (a failed condition, a missing permission, a wrong request) is not changed.
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
