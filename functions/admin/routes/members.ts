import { foldEmail } from '../../../shared/rules/fold-email.ts';
import {
  addMemberRequest,
  changeMemberRoleRequest,
  listMembersQuery,
  removeMemberRequest,
  type ListMembersResponse,
  type MemberView,
} from '../../../shared/console-api/members.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import type { Member } from '../../../shared/domain/member.ts';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import * as useCases from '../../../shared/use-cases/members/change-members.ts';
import { readPage } from '../paging.ts';
import { readJson, readQuery } from '../request.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';

const toView = ({ subject, email, role, createdAt }: Member): MemberView => ({
  subject,
  ...(email !== undefined && { email }),
  role,
  createdAt: formatDateTime(createdAt),
});

/** The issuer of a member is that of the caller's token. */
const identityOf = ({ identity }: RouteContext, subject: string) => ({ issuer: identity.issuer, subject });

/** GET /members */
export const listMembers: RouteHandler = async (context) => {
  const { limit, after = 0, seal } = await readPage<number>(context, readQuery(context.request, listMembersQuery));
  const { members } = await context.members.findRoster(context.companyId);
  const end = after + limit;
  const body: ListMembersResponse = {
    items: members.slice(after, end).map(toView),
    ...seal(end < members.length ? end : undefined),
    addBy: context.invite ? 'email' : 'subject',
  };
  return { statusCode: 200, body };
};

const missing = (field: string): ServiceError =>
  new ServiceError('invalid_field', `no ${field}`, { fieldErrors: [{ field, fault: { kind: 'required' } }] });

/** POST /members */
export const addMember: RouteHandler = async (context) => {
  const given = readJson(context.request, addMemberRequest);
  const email = given.email === undefined ? undefined : foldEmail(given.email);
  const findSubject = async (): Promise<string> => {
    if (!context.invite) {
      if (given.subject === undefined) throw missing('subject');
      return given.subject;
    }
    if (email === undefined) throw missing('email');
    return context.invite(email);
  };
  const member = await useCases.addMember(context, context.companyId, {
    ...identityOf(context, await findSubject()),
    ...(email !== undefined && { email }),
    role: given.role,
  });
  return { statusCode: 201, body: toView(member) };
};

/** PATCH /members */
export const changeMemberRole: RouteHandler = async (context) => {
  const { subject, role } = readJson(context.request, changeMemberRoleRequest);
  const identity = identityOf(context, subject);
  const member = await useCases.changeMemberRole(context, context.companyId, identity, role);
  return { statusCode: 200, body: toView(member) };
};

/** DELETE /members */
export const removeMember: RouteHandler = async (context) => {
  const { subject } = readJson(context.request, removeMemberRequest);
  await useCases.removeMember(context, context.companyId, identityOf(context, subject));
  return { statusCode: 204 };
};
