import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MeResponse } from '../../../../shared/console-api/me.ts';
import type { Role } from '../../../../shared/console-api/routes.ts';
import type { ConsoleApi } from '../api/console-api.ts';

/** The signed-in person as a member of their company, and the API with their token. */
export interface Member {
  readonly me: MeResponse;
  readonly api: ConsoleApi;
}

export const MemberContext = createContext<Member | undefined>(undefined);

export const useMember = (): Member => {
  const member = useContext(MemberContext);
  if (member === undefined) throw new Error('Only pages of somebody who is signed in may ask for the member.');
  return member;
};

export const RANKS: Readonly<Record<Role, number>> = { viewer: 0, auditor: 1, admin: 2, owner: 3 };

/** Whether the member's role is `least` or stronger. The API enforces it; the pages only hide what it would refuse. */
export const useRole = (least: Role): boolean => RANKS[useMember().me.role] >= RANKS[least];
