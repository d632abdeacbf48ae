import { expect, it } from '@jest/globals';
import { isUnavailable, ServiceError } from '../../../shared/domain/service-error.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';

it.each([
  ['after `dependency_unavailable`', new ServiceError('dependency_unavailable', 'timeout'), true],
  ['not after another error of the service', new ServiceError('invalid_body', 'not JSON'), false],
  ['not after an unexpected error', new TypeError('bug'), false],
])('A retry might succeed %s', (_, error, isRetryable) => {
  expect(isUnavailable(error)).toBe(isRetryable);
});

it('The error of a use case has its code and details in its message, so that stack traces show them', () => {
  const { message } = new UseCaseError('booking_not_found', { bookingId: 'desk' });
  expect(message).toBe('booking_not_found {"bookingId":"desk"}');
});
