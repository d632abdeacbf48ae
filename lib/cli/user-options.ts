import type { BookingRef } from '../../shared/domain/booking.ts';
import type { UserRef } from '../../shared/domain/user.ts';
import { neededOption } from './cli-option.ts';
import { readBookingId, readCompanyId, readUserId } from './option-values.ts';

export const companyOption = neededOption('--company <id>', "the user's company", readCompanyId);

/** The options that name one user. */
export const userOptions = [companyOption, neededOption('--user <id>', "the user's id", readUserId)];

export interface UserOptions {
  readonly company: string;
  readonly user: number;
}

export const toUserRef = ({ company, user }: UserOptions): UserRef => ({ companyId: company, userId: user });

/** The options that name one booking. */
export const bookingOptions = [...userOptions, neededOption('--booking <id>', "the booking's id", readBookingId)];

export interface BookingOptions extends UserOptions {
  readonly booking: string;
}

export const toBookingRef = (options: BookingOptions): BookingRef => ({
  user: toUserRef(options),
  bookingId: options.booking,
});
