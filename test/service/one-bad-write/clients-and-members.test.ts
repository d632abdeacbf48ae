import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../shared/domain/api-client.ts';
import { makeRestoreClients, type ClientRestoreStores } from '../../../shared/use-cases/restore/restore-clients.ts';
import { startAttackedService, writeFaults, type AttackedService } from '../../support/attacked-service.ts';
import type { ConsoleCaller } from '../../support/console-service.ts';
import { get, post, type TestClient, type TokenSet } from '../../support/running-service.ts';

let service: AttackedService;

beforeAll(async () => {
  service = await startAttackedService();
});
afterAll(() => service.stop());

/** An API client that an admin has made. */
interface Target extends TestClient {
  readonly admin: ConsoleCaller;
}

const aTarget = async (): Promise<Target> => {
  const admin = await service.aMember('admin');
  const { companyId } = admin;
  const { body } = await admin.call('createClient', { body: { name: 'Gate' } });
  await service.stores.users.save({ companyId, id: 1 });
  return { admin, companyId, clientId: body.client.clientId, clientSecret: body.clientSecret };
};

const change = async ({ admin, clientId }: Target, enabled: boolean): Promise<number> => {
  const params = { clientId };
  const { body } = await admin.call('getClient', { params });
  return (await admin.call('updateClient', { params, headers: { 'If-Match': body.etag }, body: { enabled } })).status;
};

const logIn = ({ clientId, clientSecret }: Target) => post(`${service.gateUrl}/auth`, { clientId, clientSecret });

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const refresh = ({ refreshToken }: TokenSet) => get(`${service.gateUrl}/auth/refresh-token`, bearer(refreshToken));

const statusesOf = async (tokens: TokenSet): Promise<number[]> => [
  (await post(`${service.gateUrl}/scheduling/checkin`, { id: 1 }, bearer(tokens.accessToken))).status,
  (await refresh(tokens)).status,
];

describe.each(writeFaults)('With one write under the fault "%s"', (fault) => {
  it('tokens of a client that is disabled meanwhile stay dead, even after it is enabled again', async () => {
    const usual = await aTarget();
    const first = (await logIn(usual)).body as TokenSet;
    const counts = [await service.countWrites(() => logIn(usual)), await service.countWrites(() => refresh(first))];
    const attacks = ['log-in', 'refresh'] as const;
    for (const [which, writes] of counts.entries())
      for (let index = 0; index < writes; index += 1) {
        const target = await aTarget();
        const tokens = (await logIn(target)).body as TokenSet;
        const send = () => (attacks[which] === 'log-in' ? logIn(target) : refresh(tokens));
        const disableAndEnable = async () => {
          for (const enabled of [false, true]) expect(await change(target, enabled)).toBe(200);
        };
        const { status, body } = await service.attack(fault, index, send, disableAndEnable);
        expect(await statusesOf(tokens)).toEqual([401, 401]);
        expect(status < 300 ? await statusesOf(body as TokenSet) : [401, 401]).toEqual([401, 401]);
        expect(await statusesOf((await logIn(target)).body as TokenSet)).toEqual([200, 200]);
      }
  });

  it('disabling ends all tokens, and deleting survives a restore without a log', async () => {
    const copyOf = async ({ clientId }: Target) => (await service.stores.clients.find(clientId)) as ApiClient;
    const disabled = await aTarget();
    const writes = await service.countWrites(() => change(disabled, false));
    for (let index = 0; index < writes; index += 1) {
      const target = await aTarget();
      const tokens = (await logIn(target)).body as TokenSet;
      expect(await service.attack(fault, index, () => change(target, false))).toBe(200);
      expect(await statusesOf(tokens)).toEqual([401, 401]);

      const { admin, clientId } = target;
      const copy = await copyOf(target);
      const restore = () =>
        makeRestoreClients(
          {
            apiClients: service.stores.clients,
            repairAccess: async () => false,
            history: { list: async () => [] },
          } as unknown as ClientRestoreStores,
          { dryRun: false, overwrite: true } as Parameters<typeof makeRestoreClients>[1],
          Date.now(),
        )([{ kind: 'client', client: { ...copy, enabled: true } }]);
      const { body } = await admin.call('getClient', { params: { clientId } });
      const request = { params: { clientId }, headers: { 'If-Match': body.etag } };
      const { status } = await service.attack(fault, index, () => admin.call('deleteClient', request), restore);
      expect(status).toBe(204);
      expect(await restore()).toMatchObject([{ outcome: 'refused' }]);
      expect((await logIn(target)).status).toBe(401);
    }
  });

  it('somebody whom two companies invite joins one, and nobody is locked out', async () => {
    const invite = async (owner: ConsoleCaller, person: ConsoleCaller) =>
      (await owner.call('inviteMember', { body: { subject: person.subject, role: 'owner' } })).body.id as string;
    const accept = (person: ConsoleCaller, invitationId: string) =>
      person.call('acceptInvitation', { params: { invitationId } });
    const aPerson = async () => {
      const [one, other, person] = [
        await service.aMember('owner'),
        await service.aMember('owner'),
        await service.aStranger(),
      ];
      return { one, other, person, ids: [await invite(one, person), await invite(other, person)] as const };
    };
    const usual = await aPerson();
    const writes = await service.countWrites(() => accept(usual.person, usual.ids[0]));
    for (let index = 0; index < writes; index += 1) {
      const { one, other, person, ids } = await aPerson();
      const statuses: number[] = [];
      const { status } = await service.attack(
        fault,
        index,
        () => accept(person, ids[0]),
        async () => statuses.push((await accept(person, ids[1])).status),
      );
      statuses.push(status);
      expect(statuses.filter((each) => each < 300)).toHaveLength(1);
      const { companyId } = (await person.call('getMe')).body as { companyId: string };
      for (const owner of [one, other]) {
        const { items } = (await owner.call('listMembers')).body as { items: { subject: string }[] };
        const isListed = items.some(({ subject }) => subject === person.subject);
        expect(isListed).toBe(owner.companyId === companyId);
      }
    }
  });

  it('an owner who is removed meanwhile adds nobody, and one of two who remove each other stays', async () => {
    const aPair = async () => {
      const owner = await service.aMember('owner');
      return [owner, await service.aMember('owner', owner.companyId)] as const;
    };
    const invite = (owner: ConsoleCaller) =>
      owner.call('inviteMember', { body: { subject: 'stranger', role: 'owner' } });
    const remove = (by: ConsoleCaller, { subject }: ConsoleCaller) => by.call('removeMember', { body: { subject } });
    const [usual] = await aPair();
    const writes = await service.countWrites(() => invite(usual));
    for (let index = 0; index < writes; index += 1) {
      const [owner, removed] = await aPair();
      const { status } = await service.attack(
        fault,
        index,
        () => invite(removed),
        () => remove(owner, removed),
      );
      expect(status).toBe(fault === 'hold' ? 403 : 201);
      expect((await owner.call('listMembers')).body.invitations).toEqual([]);

      const pair = await aPair();
      await service.attack(
        fault,
        index,
        () => remove(pair[0], pair[1]),
        () => remove(pair[1], pair[0]),
      );
      const roles = await Promise.all(pair.map(async (each) => (await each.call('getMe')).body.role));
      expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
    }
  });
});
