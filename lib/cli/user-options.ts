import type { Command } from 'commander';
import type { UserRef } from '../../shared/domain/user.ts';
import { readCompanyId, readUserId } from './option-values.ts';

/** The options that name one user. */
export interface UserOptions {
  readonly company: string;
  readonly user: number;
}

export const withCompany = (command: Command): Command =>
  command.requiredOption('--company <id>', "the user's company", readCompanyId);

export const withUser = (command: Command): Command =>
  withCompany(command).requiredOption('--user <id>', "the user's id", readUserId);

export const toUserRef = ({ company, user }: UserOptions): UserRef => ({ companyId: company, userId: user });
