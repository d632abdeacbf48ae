import type { ConsoleRouteId } from '../../../shared/console-api/routes.ts';
import type { ConsoleCaller, ConsoleRequest, ConsoleService } from '../../support/console-service.ts';

/** A company with one of everything that routes name. */
export interface Company {
  readonly owner: ConsoleCaller;
  readonly companyId: string;
  readonly clientId: string;
  readonly secretId: string;
  readonly etag: string;
  /** The subject of a member who is not an owner. */
  readonly subject: string;
}

export const aCompany = async (service: ConsoleService): Promise<Company> => {
  const owner = await service.aMember('owner');
  const { companyId } = owner;
  const { subject } = await service.aMember('viewer', companyId);
  const { body } = await owner.call('createClient', { body: { name: 'Gate 1' } });
  const { clientId, etag, secrets } = body.client;
  return { owner, companyId, clientId, secretId: secrets[0].secretId, etag, subject };
};

/** Ids that nothing has. */
export const nobody = { clientId: 'ckc_0', secretId: 'sec_0', subject: 'nobody' } as const satisfies Partial<Company>;

const onClient = ({ clientId, etag }: Company, body?: object): ConsoleRequest => ({
  params: { clientId },
  headers: { 'If-Match': etag },
  ...(body && { body }),
});

/** Of every route, a request that names what a company has; `fresh` is a text that was never used before. */
export const routeRequests: Readonly<
  Partial<Record<ConsoleRouteId, (company: Company, fresh: string) => ConsoleRequest>>
> = {
  getMe: () => ({}),
  listClients: () => ({}),
  createClient: () => ({ body: { name: 'Gate 2' } }),
  getClient: (company) => onClient(company),
  updateClient: (company) => onClient(company, { name: 'Taken over', enabled: false }),
  deleteClient: (company) => onClient(company),
  rotateSecret: (company) => onClient(company, { graceHours: 1 }),
  endSecret: ({ clientId, secretId, etag }) => ({ params: { clientId, secretId }, headers: { 'If-Match': etag } }),
  revokeTokens: (company) => onClient(company),
  listKeys: () => ({}),
  listMembers: () => ({}),
  addMember: (_, fresh) => ({ body: { subject: fresh, role: 'viewer' } }),
  changeMemberRole: ({ subject }) => ({ body: { subject, role: 'admin' } }),
  removeMember: ({ subject }) => ({ body: { subject } }),
};
