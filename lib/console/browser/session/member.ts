import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Me } from '../../../../shared/console-api/me.ts';
import { may, type Permission } from '../../../../shared/rules/roles.ts';
import type { CallApi } from '../api/connection.ts';

/** The signed-in person as a member of their company, and the API with their token. */
export interface Member {
  readonly me: Me;
  readonly call: CallApi;
  /** The base URL of the gates' API, if config.json has it. */
  readonly apiUrl: string | undefined;
}

export const MemberContext = createContext<Member | undefined>(undefined);

export const useMember = (): Member => {
  const member = useContext(MemberContext);
  if (member === undefined) throw new Error('useMember needs a MemberContext.');
  return member;
};

/** Whether the member's role allows something. The API enforces permissions; pages only hide what the API would reject. */
export const useMay = (permission: Permission): boolean => may(useMember().me.role, permission);
