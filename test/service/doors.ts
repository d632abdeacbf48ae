import type { ConsoleRouteId } from '../../shared/console-api/routes.ts';
import { addMember } from '../../shared/use-cases/members/change-members.ts';
import { csv, openConsole, type ConsoleRequest } from '../support/console-service.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { post, runServiceInMemory } from '../support/running-service.ts';
import { startStubIssuer } from '../support/start-stub-issuer.ts';
import { useForFile } from '../support/use-service.ts';
import { makeStores, runCommand } from '../unit/cli/run-command.ts';

/** Every door through which records come in: the gate's API, sync, the console's API and the command line, on one database. */
const openDoors = async () => {
  const service = await runServiceInMemory();
  const issuer = await startStubIssuer();
  const webConsole = await openConsole(issuer);
  const { members, clients: apiClients, users, bookings, log } = service.stores;
  const stores = makeStores({ apiClients, users, bookings, log });
  return {
    service,
    /** Creates a company with an API client, and returns functions that act as its client, its owner and its operator. */
    async openCompany() {
      const companyId = freshCompanyId();
      const client = await service.aClient(companyId, ['checkin', 'sync']);
      const { accessToken } = await service.logIn(client);
      const subject = freshCompanyId();
      const actor = { through: 'cli', id: 'test' } as const;
      await addMember({ members, actor, now: Date.now }, companyId, { issuer: issuer.url, subject, role: 'owner' });
      const token = await issuer.sign({ sub: subject });
      return {
        companyId,
        client,
        gate: (path: string, body: unknown, headers: Record<string, string> = {}) =>
          post(`${service.url}${path}`, body, { Authorization: `Bearer ${accessToken}`, ...headers }),
        call: (route: ConsoleRouteId, request: ConsoleRequest) => webConsole.send(token, route, request),
        run: (words: readonly string[], input?: string) =>
          runCommand(stores, words, input === undefined ? {} : { input }),
      };
    },
    async stop() {
      await webConsole.stop();
      await issuer.stop();
      await service.stop();
    },
  };
};

export type Company = Awaited<ReturnType<Awaited<ReturnType<typeof openDoors>>['openCompany']>>;

export const useDoors = () => useForFile(openDoors);

const cell = (value: unknown): string =>
  `"${[value]
    .flat()
    .map((text) => String(text).replaceAll('"', '""'))
    .join(' ')}"`;

/** The request of an import with one record. */
export const asCsv = (record: object): ConsoleRequest =>
  csv(`${Object.keys(record).join()}\n${Object.values(record).map(cell).join()}\n`);
