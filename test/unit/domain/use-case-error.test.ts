import { describe, expect, it } from '@jest/globals';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';

describe('The error of a use case', () => {
  it('has its code and details in its message, so that stack traces show them', () => {
    expect(new UseCaseError('booking_not_found', { bookingId: 'desk' }).message).toBe(
      'booking_not_found {"bookingId":"desk"}',
    );
  });
});
