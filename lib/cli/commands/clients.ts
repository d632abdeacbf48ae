import type { Command } from 'commander';
import { createApiClient, rotateSecret } from '../../../shared/domain/api-client.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { changeClient, findClient } from '../../../shared/use-cases/clients/change-client.ts';
import { layOutClient, viewClient } from '../formatting/client.ts';
import { layOutNewSecret, viewNewSecret } from '../formatting/new-secret.ts';
import { OperatorError } from '../operator-error.ts';
import { readCompanyId, readGraceHours, readName } from '../option-values.ts';
import type { Perform } from '../session.ts';

const HOUR = 60 * 60 * 1000;
const DEFAULT_GRACE_HOURS = 24;

const example = (words: string): string => `\nExample:\n  npm run -s admin -- clients ${words}`;

const addCreate = (clients: Command, perform: Perform): void => {
  clients
    .command('create')
    .description('make an API client and tell its secret, for the only time')
    .requiredOption('--company <id>', 'the company whose users it checks in', readCompanyId)
    .requiredOption('--name <name>', 'what it is called in lists', readName)
    .addHelpText('after', example('create --local --company acme --name "Gate 1"'))
    .action(
      perform(async ({ apiClients, now, print }, options: { company: string; name: string }) => {
        const { client, clientSecret } = createApiClient({ companyId: options.company, name: options.name }, now());
        await apiClients.create(client);
        const view = viewNewSecret(client, clientSecret);
        print(view, layOutNewSecret(view));
      }),
    );
};

const addList = (clients: Command, perform: Perform): void => {
  clients
    .command('list')
    .description('all API clients, or those of one company, in the order of their creation')
    .option('--company <id>', 'only those of this company', readCompanyId)
    .addHelpText('after', example('list --local --company acme'))
    .action(
      perform(async ({ apiClients, now, print }, { company }: { company?: string }) => {
        const views = (await apiClients.list(company)).map((client) => viewClient(client, now()));
        print(views, views.length === 0 ? 'No API clients.' : views.map(layOutClient).join('\n\n'));
      }),
    );
};

const addShow = (clients: Command, perform: Perform): void => {
  clients
    .command('show <clientId>')
    .description('one API client: which of its secrets live, since and until when')
    .addHelpText('after', example('show --local ckc_4f0c…'))
    .action(
      perform(async ({ apiClients, now, print }, _options: object, clientId: string) => {
        const view = viewClient(await findClient(apiClients, clientId), now());
        print(view, layOutClient(view));
      }),
    );
};

const addRotate = (clients: Command, perform: Perform): void => {
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
      perform(async ({ apiClients, now, print }, { graceHours }: { graceHours: number }, clientId: string) => {
        const grace = Math.round(graceHours * HOUR);
        const rotatedAt = now();
        const rotate = (client: Parameters<typeof rotateSecret>[0]) => rotateSecret(client, grace, rotatedAt);
        const { client, clientSecret } = await changeClient(apiClients, clientId, rotate);
        const view = { ...viewNewSecret(client, clientSecret), oldSecretUntil: formatDateTime(rotatedAt + grace) };
        print(view, `${layOutNewSecret(view)}\nThe old secret is good until ${view.oldSecretUntil}.`);
      }),
    );
};

const addSwitch = (clients: Command, perform: Perform, verb: 'enable' | 'disable'): void => {
  const enabled = verb === 'enable';
  clients
    .command(`${verb} <clientId>`)
    .description(enabled ? 'let a disabled API client in again' : 'turn an API client away from its next call on')
    .addHelpText('after', example(`${verb} --local ckc_4f0c…`))
    .action(
      perform(async ({ apiClients, now, print }, _options: object, clientId: string) => {
        const changed = await changeClient(apiClients, clientId, (client) => ({
          client: client.enabled === enabled ? client : { ...client, enabled },
        }));
        const view = viewClient(changed.client, now());
        print(view, layOutClient(view));
      }),
    );
};

const addDelete = (clients: Command, perform: Perform): void => {
  clients
    .command('delete <clientId>')
    .description('remove an API client for good; its tokens are dead from its next call on')
    .addHelpText('after', example('delete --local ckc_4f0c…'))
    .action(
      perform(async ({ apiClients, print }, _options: object, clientId: string) => {
        if (!(await apiClients.delete(clientId))) throw new OperatorError(`There is no API client ${clientId}.`);
        print({ clientId, deleted: true }, `Deleted ${clientId}.`);
      }),
    );
};

/** API clients: the gates' systems that may call the service. */
export const addClients = (program: Command, perform: Perform): void => {
  const clients = program.command('clients').description('API clients: who may call the service');
  clients.usage('<verb> [options]').addHelpText('after', example('list --local'));
  addCreate(clients, perform);
  addList(clients, perform);
  addShow(clients, perform);
  addRotate(clients, perform);
  addSwitch(clients, perform, 'disable');
  addSwitch(clients, perform, 'enable');
  addDelete(clients, perform);
};
