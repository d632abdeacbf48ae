import { Option, type Command } from 'commander';
import type { ApiClient, ApiClientRegistry, ClientPosition, NewApiClient } from '../../../shared/domain/api-client.ts';
import { liveSecrets, secretIdOf } from '../../../shared/domain/client-secret.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { findClient, type ClientTarget } from '../../../shared/use-cases/clients/change-client.ts';
import { endClientSecret, rotateClientSecret } from '../../../shared/use-cases/clients/change-secrets.ts';
import { createClient } from '../../../shared/use-cases/clients/create-client.ts';
import { deleteClient, revokeClientTokens, updateApiClient } from '../../../shared/use-cases/clients/manage-client.ts';
import { exampleOf } from '../example.ts';
import { formatClient, formatClients, viewClient } from '../formatting/client.ts';
import { formatNewSecret, formatRotatedSecret, viewNewSecret } from '../formatting/new-secret.ts';
import {
  readClientName,
  readCompanyId,
  readExpiresInDays,
  readGraceHours,
  readNetworks,
  readScopes,
  readSilentAfterHours,
} from '../option-values.ts';
import { DEFAULT_GRACE_HOURS, SECRET_LIFETIME_DAYS, scopes } from '../../../shared/rules/api-clients.ts';
import type { Session, WithSession } from '../session.ts';
import { neededOption } from '../cli-option.ts';

const HOUR = 60 * 60 * 1000;
/** The clients that one query reads. DynamoDB reads at most 1 MB a query; a client usually takes less than 1 kB. */
const CLIENTS_PER_PAGE = 1_000;

const example = exampleOf('clients');

const expiresInDays = (): Option =>
  new Option('--expires-in-days <days>', 'the lifetime of the secret (default: it has no end)')
    .choices(SECRET_LIFETIME_DAYS.map(String))
    .argParser(readExpiresInDays);

const allowIp = (): Option =>
  new Option(
    '--allow-ip <networks>',
    'the networks that it may call from, in CIDR form, separated by commas (default: from everywhere)',
  ).argParser(readNetworks);

const silentAfterHours = (): Option =>
  new Option(
    '--silent-after-hours <hours>',
    'how long it may go without a log-in or refresh before an alarm fires; nights and weekends count (default: for ever)',
  ).argParser(readSilentAfterHours);

interface CreateOptions {
  readonly company: string;
  readonly name: string;
  readonly scope?: NewApiClient['scopes'];
  readonly expiresInDays?: number;
  readonly allowIp?: readonly string[];
  readonly silentAfterHours?: number;
}

const addCreate = (clients: Command, withSession: WithSession): void => {
  clients
    .command('create')
    .description('create an API client and show its secret, which is never shown again')
    .addOption(neededOption('--company <id>', 'the company whose users it checks in', readCompanyId))
    .addOption(neededOption('--name <name>', 'what it is called in lists', readClientName))
    .addOption(
      new Option('--scope <scopes>', 'what it may do (default: checkin)')
        .choices([...scopes, scopes.join(',')])
        .argParser(readScopes),
    )
    .addOption(expiresInDays())
    .addOption(allowIp())
    .addOption(silentAfterHours())
    .addHelpText('after', example('create --local --company demo --name "Gate 1"'))
    .action(
      withSession(async (session, options: CreateOptions) => {
        const { company: companyId, scope, allowIp: allowedIps, ...given } = options;
        const created = await createClient(await session.openAudit(), {
          companyId,
          ...given,
          allowedIps,
          ...(scope && { scopes: scope }),
        });
        const view = viewNewSecret(created);
        session.print(view, formatNewSecret);
      }),
    );
};

const listByCompany = async (apiClients: ApiClientRegistry, companyId: string): Promise<ApiClient[]> => {
  const found: ApiClient[] = [];
  let after: ClientPosition | undefined;
  do {
    const page = await apiClients.listByCompany(companyId, { limit: CLIENTS_PER_PAGE, ...(after && { after }) });
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
};

const addList = (clients: Command, withSession: WithSession): void => {
  clients
    .command('list')
    .description('all API clients, or those of one company, in the order of their creation')
    .option('--company <id>', 'only those of this company', readCompanyId)
    .addHelpText('after', example('list --local --company demo'))
    .action(
      withSession(async ({ apiClients, now, print }, { company }: { company?: string }) => {
        const found = await (company === undefined ? apiClients.listAll() : listByCompany(apiClients, company));
        const views = found.map((client) => viewClient(client, now()));
        print(views, formatClients);
      }),
    );
};

const printClient = ({ now, print }: Session, client: ApiClient): void => {
  print(viewClient(client, now()), formatClient);
};

const addShow = (clients: Command, withSession: WithSession): void => {
  clients
    .command('show <clientId>')
    .description('one API client: what it may do, and its secrets')
    .addHelpText('after', example('show --local ckc_demo'))
    .action(
      withSession(async (session, _options: object, clientId: string) =>
        printClient(session, await findClient(session.apiClients, { clientId })),
      ),
    );
};

const addRename = (clients: Command, withSession: WithSession): void => {
  clients
    .command('rename <clientId>')
    .argument('<name>', 'the new name', readClientName)
    .description('rename an API client; its id and its secrets stay')
    .addHelpText('after', example('rename --local ckc_demo "Gate 2"'))
    .action(
      withSession(async (session, _options: object, clientId: string, name: string) =>
        printClient(session, await updateApiClient(await session.openAudit(), { clientId }, { name })),
      ),
    );
};

interface UpdateOptions {
  readonly allowIp?: readonly string[];
  readonly silentAfterHours?: number;
  readonly fromEverywhere?: boolean;
  readonly neverSilent?: boolean;
}

/** `null` removes a limit. */
const toUpdate = ({ allowIp: networks, silentAfterHours: hours, fromEverywhere, neverSilent }: UpdateOptions) => ({
  ...(networks && { allowedIps: networks }),
  ...(hours !== undefined && { silentAfterHours: hours }),
  ...(fromEverywhere && { allowedIps: null }),
  ...(neverSilent && { silentAfterHours: null }),
});

const addUpdate = (clients: Command, withSession: WithSession): void => {
  clients
    .command('update <clientId>')
    .description('change the limits of an API client')
    .addOption(allowIp())
    .addOption(new Option('--from-everywhere', 'it may call from every network').conflicts('allowIp'))
    .addOption(silentAfterHours())
    .addOption(new Option('--never-silent', 'no alarm if it is not seen').conflicts('silentAfterHours'))
    .addHelpText('after', example('update --local ckc_demo --allow-ip 203.0.113.0/24,2001:db8::/32'))
    .action(
      withSession(async (session, options: UpdateOptions, clientId: string) =>
        printClient(session, await updateApiClient(await session.openAudit(), { clientId }, toUpdate(options))),
      ),
    );
};

/**
 * Asks for confirmation if a forced rotation ends a secret, and names it.
 * @returns the client's state at that time, so that the rotation ends no other secret
 */
const confirmForce = async ({ apiClients, confirmForced, now }: Session, clientId: string): Promise<ClientTarget> => {
  const client = await findClient(apiClients, { clientId });
  const [older, newer] = liveSecrets(client, now());
  if (older && newer) {
    await confirmForced(`This ends the secret ${secretIdOf(older)} (…${older.last4}) of ${clientId} now.`);
  }
  return { clientId, revision: client.revision };
};

interface RotateOptions {
  readonly graceHours: number;
  readonly force?: boolean;
  readonly expiresInDays?: number;
}

const addRotate = (clients: Command, withSession: WithSession): void => {
  clients
    .command('rotate <clientId>')
    .description('create a second secret and show it; the one in use ends after the grace period')
    .option(
      '--grace-hours <hours>',
      'how long the old secret stays valid; 0 ends it now',
      readGraceHours,
      DEFAULT_GRACE_HOURS,
    )
    .addOption(expiresInDays())
    .option('--force', 'rotate even if two secrets are live: ends the older one now, and names it')
    .addHelpText('after', example('rotate --local ckc_demo --grace-hours 48'))
    .action(
      withSession(async (session, options: RotateOptions, clientId: string) => {
        const { graceHours, force = false, expiresInDays: lifetime } = options;
        const graceMilliseconds = Math.round(graceHours * HOUR);
        const target = force ? await confirmForce(session, clientId) : { clientId };
        const rotated = await rotateClientSecret(await session.openAudit(), target, {
          graceMilliseconds,
          force,
          expiresInDays: lifetime,
        });
        const view = { ...viewNewSecret(rotated), oldSecretUntil: formatDateTime(rotated.oldSecretEndsAt) };
        session.print(view, formatRotatedSecret);
      }),
    );
};

const addEndSecret = (clients: Command, withSession: WithSession): void => {
  clients
    .command('end-secret <clientId> <secretId>')
    .description('end one of two live secrets now; the other then ends only with its lifetime')
    .addHelpText('after', example('end-secret --local ckc_demo sec_81b2…'))
    .action(
      withSession(async (session, _options: object, clientId: string, secretId: string) => {
        await session.confirm(`This ends the secret ${secretId} of ${clientId} now.`);
        const { client } = await endClientSecret(await session.openAudit(), { clientId }, secretId);
        printClient(session, client);
      }),
    );
};

const addRevokeTokens = (clients: Command, withSession: WithSession): void => {
  clients
    .command('revoke-tokens <clientId>')
    .description('end every access and refresh token of an API client at its next use; its secrets stay valid')
    .addHelpText('after', example('revoke-tokens --local ckc_demo'))
    .action(
      withSession(async (session, _options: object, clientId: string) => {
        if (session.isInteractive) await session.confirm(`This ends all tokens of ${clientId}.`);
        const revoked = await revokeClientTokens(await session.openAudit(), { clientId });
        const tokensRevokedAt = formatDateTime(revoked.tokensRevokedAt);
        session.print(
          { clientId, tokensRevokedAt },
          () =>
            `All tokens issued to ${clientId} until ${tokensRevokedAt} are revoked. It gets new ones with its secret.`,
        );
      }),
    );
};

const addSwitch = (clients: Command, withSession: WithSession, verb: 'enable' | 'disable'): void => {
  const enabled = verb === 'enable';
  clients
    .command(`${verb} <clientId>`)
    .description(enabled ? 'enable a disabled API client' : 'disable an API client immediately')
    .addHelpText('after', example(`${verb} --local ckc_demo`))
    .action(
      withSession(async (session, _options: object, clientId: string) =>
        printClient(session, await updateApiClient(await session.openAudit(), { clientId }, { enabled })),
      ),
    );
};

const addDelete = (clients: Command, withSession: WithSession): void => {
  clients
    .command('delete <clientId>')
    .description('delete an API client; its next call is refused')
    .addHelpText('after', example('delete --local ckc_demo'))
    .action(
      withSession(async (session, _options: object, clientId: string) => {
        await session.confirm(`This deletes the API client ${clientId} permanently; its tokens end at once.`);
        await deleteClient(await session.openAudit(), { clientId });
        session.print({ clientId, deleted: true }, () => `Deleted ${clientId}.`);
      }),
    );
};

/** The noun `clients`: the systems that may call the service. */
export const addClients = (clients: Command, withSession: WithSession): void => {
  clients.usage('<verb> [options]').addHelpText('after', example('list --local'));
  addCreate(clients, withSession);
  addList(clients, withSession);
  addShow(clients, withSession);
  addUpdate(clients, withSession);
  addRename(clients, withSession);
  addRotate(clients, withSession);
  addEndSecret(clients, withSession);
  addRevokeTokens(clients, withSession);
  addSwitch(clients, withSession, 'disable');
  addSwitch(clients, withSession, 'enable');
  addDelete(clients, withSession);
};
