import type { BookingRef } from '../../shared/domain/booking.ts';
import type { UserRef } from '../../shared/domain/user.ts';
import { fields } from '../../shared/rules/fields.ts';
import { required, type ParsedOptions } from './cli-option.ts';

export const companyOption = required('--company <id>', "the user's company", fields.companyId);

export const userOptions = [companyOption, required('--user <id>', "the user's id", fields.userId)] as const;

export const toUserRef = ({ company, user }: ParsedOptions<typeof userOptions>): UserRef => ({
  companyId: company,
  userId: user,
});

export const bookingOptions = [
  ...userOptions,
  required('--booking <id>', "the booking's id", fields.bookingId),
] as const;

export const toBookingRef = (options: ParsedOptions<typeof bookingOptions>): BookingRef => ({
  user: toUserRef(options),
  bookingId: options.booking,
});
