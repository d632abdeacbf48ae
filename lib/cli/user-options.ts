import type { Command } from 'commander';
import type { BookingRef } from '../../shared/domain/booking.ts';
import type { UserRef } from '../../shared/domain/user.ts';
import { readBookingId, readCompanyId, readUserId } from './option-values.ts';
import { neededOption } from './cli-option.ts';

/** The options that name one user. */
export interface UserOptions {
  readonly company: string;
  readonly user: number;
}

export const withCompany = (command: Command): Command =>
  command.addOption(neededOption('--company <id>', "the user's company", readCompanyId));

export const withUser = (command: Command): Command =>
  withCompany(command).addOption(neededOption('--user <id>', "the user's id", readUserId));

export const toUserRef = ({ company, user }: UserOptions): UserRef => ({ companyId: company, userId: user });

/** The options that name one booking. */
export interface BookingOptions extends UserOptions {
  readonly booking: string;
}

export const withBooking = (command: Command): Command =>
  withUser(command).addOption(neededOption('--booking <id>', "the booking's id", readBookingId));

export const toBookingRef = (options: BookingOptions): BookingRef => ({
  user: toUserRef(options),
  bookingId: options.booking,
});
