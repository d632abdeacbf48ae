import type { Command } from 'commander';
import { createApiClient, rotateSecret } from '../../../shared/domain/api-client.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { changeClient, findClient } from '../../../shared/use-cases/clients/change-client.ts';
import { formatClient, formatClients, viewClient } from '../formatting/client.ts';
import { formatNewSecret, viewNewSecret } from '../formatting/new-secret.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { readCompanyId, readGraceHours, readName } from '../option-values.ts';
import { exampleOf } from '../example.ts';
import type { WithSession } from '../session.ts';

const HOUR = 60 * 60 * 1000;
const DEFAULT_GRACE_HOURS = 24;

const example = exampleOf('clients');

const addCreate = (clients: Command, withSession: WithSession): void => {
  clients
    .command('create')
    .description('make an API client and tell its secret, for the only time')
    .requiredOption('--company <id>', 'the company whose users it checks in', readCompanyId)
    .requiredOption('--name <name>', 'what it is called in lists', readName)
    .addHelpText('after', example('create --local --company acme --name "Gate 1"'))
    .action(
      withSession(async ({ apiClients, now, print }, options: { company: string; name: string }) => {
        const { client, clientSecret } = createApiClient({ companyId: options.company, name: options.name }, now());
        await apiClients.create(client);
        const view = viewNewSecret(client, clientSecret);
        print(view, formatNewSecret);
      }),
    );
};

const addList = (clients: Command, withSession: WithSession): void => {
  clients
    .command('list')
    .description('all API clients, or those of one company, in the order of their creation')
    .option('--company <id>', 'only those of this company', readCompanyId)
    .addHelpText('after', example('list --local --company acme'))
    .action(
      withSession(async ({ apiClients, now, print }, { company }: { company?: string }) => {
        const views = (await apiClients.list(company)).map((client) => viewClient(client, now()));
        print(views, formatClients);
      }),
    );
};

const addShow = (clients: Command, withSession: WithSession): void => {
  clients
    .command('show <clientId>')
    .description('one API client: which of its secrets live, since and until when')
    .addHelpText('after', example('show --local ckc_4f0c…'))
    .action(
      withSession(async ({ apiClients, now, print }, _options: object, clientId: string) => {
        const view = viewClient(await findClient(apiClients, clientId), now());
        print(view, formatClient);
      }),
    );
};

const addRotate = (clients: Command, withSession: WithSession): void => {
  clients
    .command('rotate <clientId>')
    .description(
      'make a second secret and tell it; the one there was ends after the grace, one that was ending ends now',
    )
    .option(
      '--grace-hours <hours>',
      'how long the old secret goes on; 0 ends it now',
      readGraceHours,
      DEFAULT_GRACE_HOURS,
    )
    .addHelpText('after', example('rotate --local ckc_4f0c… --grace-hours 48'))
    .action(
      withSession(async ({ apiClients, now, print }, { graceHours }: { graceHours: number }, clientId: string) => {
        const grace = Math.round(graceHours * HOUR);
        const rotatedAt = now();
        const rotate = (client: Parameters<typeof rotateSecret>[0]) => rotateSecret(client, grace, rotatedAt);
        const { client, clientSecret } = await changeClient(apiClients, clientId, rotate);
        const view = { ...viewNewSecret(client, clientSecret), oldSecretUntil: formatDateTime(rotatedAt + grace) };
        print(
          view,
          (rotated) => `${formatNewSecret(rotated)}\nThe old secret is good until ${rotated.oldSecretUntil}.`,
        );
      }),
    );
};

const addSwitch = (clients: Command, withSession: WithSession, verb: 'enable' | 'disable'): void => {
  const enabled = verb === 'enable';
  clients
    .command(`${verb} <clientId>`)
    .description(enabled ? 'let a disabled API client in again' : 'turn an API client away from its next call on')
    .addHelpText('after', example(`${verb} --local ckc_4f0c…`))
    .action(
      withSession(async ({ apiClients, now, print }, _options: object, clientId: string) => {
        const changed = await changeClient(apiClients, clientId, (client) => ({
          client: client.enabled === enabled ? client : { ...client, enabled },
        }));
        const view = viewClient(changed.client, now());
        print(view, formatClient);
      }),
    );
};

const addDelete = (clients: Command, withSession: WithSession): void => {
  clients
    .command('delete <clientId>')
    .description('remove an API client for good; its tokens are dead from its next call on')
    .addHelpText('after', example('delete --local ckc_4f0c…'))
    .action(
      withSession(async ({ apiClients, confirm, print }, _options: object, clientId: string) => {
        await confirm(`This deletes the API client ${clientId} for good; its tokens end at once.`);
        if (!(await apiClients.delete(clientId))) throw new UseCaseError('client_not_found', { clientId });
        print({ clientId, deleted: true }, () => `Deleted ${clientId}.`);
      }),
    );
};

/** API clients: the gates' systems that may call the service. */
export const addClients = (program: Command, withSession: WithSession): void => {
  const clients = program.command('clients').description('API clients: who may call the service');
  clients.usage('<verb> [options]').addHelpText('after', example('list --local'));
  addCreate(clients, withSession);
  addList(clients, withSession);
  addShow(clients, withSession);
  addRotate(clients, withSession);
  addSwitch(clients, withSession, 'disable');
  addSwitch(clients, withSession, 'enable');
  addDelete(clients, withSession);
};
