/** A field of the request that must be corrected. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The body of an error response: `{statusCode, code, message, requestId, errors?}`. Version 1.0 of the service sends no `code`. */
export interface ErrorBody {
  readonly statusCode?: number;
  readonly code?: string;
  readonly message?: string;
  readonly requestId?: string;
  readonly errors?: readonly FieldError[];
}

/**
 * The service refused the request, or did not respond in time; or the queue's file cannot be read or written. A swipe that cannot
 * be sent at all, such as one with a key that no header can hold, gets the error that the service would respond with, without a
 * `requestId`.
 */
export class CheckinError extends Error {
  /** The HTTP status; 0 if no response arrived. */
  readonly status: number;
  /** The service's error code, such as `user_not_found`; `no_response` if no response arrived; `queue_unavailable`. */
  readonly code: string;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody, options?: ErrorOptions) {
    const code = body.code ?? (status === 0 ? 'no_response' : 'unknown');
    const start = status !== 0 ? `HTTP ${status}` : code === 'no_response' ? 'No response' : code;
    super(`${start}: ${body.message ?? 'no message'}`, options);
    this.name = 'CheckinError';
    this.status = status;
    this.code = code;
    this.body = body;
  }

  /** Whether the same request, with the same Idempotency-Key, may succeed later. */
  get isTransient(): boolean {
    return [0, 408, 429].includes(this.status) || this.status >= 500;
  }

  /** Whether no user of the company has all the given identifiers. A 404 without `requestId` means a wrong URL instead. */
  get isUserNotFound(): boolean {
    return this.status === 404 && this.body.requestId !== undefined;
  }

  /**
   * Whether the service will never accept this swipe, so that it must not be sent again. An error without `requestId` comes from
   * something before the service, such as a proxy, and says nothing about the swipe.
   */
  get isFinal(): boolean {
    return this.body.requestId !== undefined && [400, 404, 413, 415, 422].includes(this.status);
  }
}

/** The swipe cannot be sent at all. This is the error that the service would respond with. */
export class UnsendableError extends CheckinError {
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(400, { statusCode: 400, code, message }, options);
  }

  override get isFinal(): boolean {
    return true;
  }
}

/** There is no access token, because of wrong credentials for example, so the service has not seen the swipe. */
export class NoTokenError extends CheckinError {
  override get isUserNotFound(): boolean {
    return false;
  }

  override get isFinal(): boolean {
    return false;
  }
}
