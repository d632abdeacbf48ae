import { Argument } from 'commander';
import type { ApiClient, ClientPosition } from '../../../shared/domain/api-client.ts';
import type { ClientUpdate } from '../../../shared/domain/client-changes.ts';
import { liveSecrets, secretIdOf } from '../../../shared/domain/client-secret.ts';
import { formatDateTime, HOUR } from '../../../shared/domain/instant.ts';
import {
  findClient,
  endClientSecret,
  rotateClientSecret,
  createClient,
  deleteClient,
  revokeClientTokens,
  updateApiClient,
  type ClientTarget,
} from '../../../shared/use-cases/clients/change-client.ts';
import {
  formatClient,
  formatClients,
  formatNewSecret,
  formatRotatedSecret,
  viewNewSecret,
} from '../formatting/client.ts';
import { viewClient } from '../../../shared/use-cases/clients/view-client.ts';
import { flag, optional, parsedBy, required, withDefault } from '../cli-option.ts';
import { DEFAULT_GRACE_HOURS } from '../../../shared/rules/api-clients.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { UsageError } from '../operator-error.ts';
import { readPages } from '../read-pages.ts';
import type { Session } from '../session.ts';
import { nounWithVerbs, verb } from '../verb.ts';

/** The number of clients that one query reads. A query reads at most 1 MB, and a client usually takes less than 1 kB. */
const CLIENTS_PER_PAGE = 1_000;

const expiresInDaysOption = optional(
  '--expires-in-days <days>',
  'the lifetime of the secret (default: unlimited)',
  fields.expiresInDays,
);

const allowIpOption = optional(
  '--allow-ip <networks...>',
  'the networks that the client may call from, in CIDR notation (new clients: any)',
  fields.allowedIps,
);

const silentAfterHoursOption = optional(
  '--silent-after-hours <hours>',
  'hours without a log-in or refresh, nights and weekends included, before an alarm fires (new clients: no alarm)',
  fields.silentAfterHours,
);

const create = verb({
  name: 'create',
  description: 'create an API client and show its secret, which is never shown again',
  options: [
    required('--company <id>', 'the company whose users the client checks in', fields.companyId),
    required('--name <name>', 'the name in lists', fields.clientName),
    optional('--scope <scopes...>', 'what the client may do (default: checkin)', fields.scopes),
    expiresInDaysOption,
    allowIpOption,
    silentAfterHoursOption,
  ],
  example: '--local --company demo --name "Gate 1"',
  run: async (session, { company, name, scope, allowIp, expiresInDays, silentAfterHours }) => {
    const limits = { expiresInDays, silentAfterHours, allowedIps: allowIp };
    const client = { companyId: company, name, ...limits, ...(scope && { scopes: scope }) };
    const others = await session.apiClients.listByCompany(company, { limit: 1 });
    session.print(viewNewSecret(await createClient(await session.openAudit(), client)), formatNewSecret);
    if (others.items.length === 0) session.warn(`This is the first API client of the company ${company}.`);
  },
});

const SEEN_HELP = `
"Last seen" is the time of the last log-in or refresh. A later one within an hour of it is not recorded.`;

const list = verb({
  name: 'list',
  description: 'list all API clients, or the clients of one company, in the order of their creation',
  options: [optional('--company <id>', 'only clients of this company', fields.companyId)],
  example: '--local --company demo',
  help: SEEN_HELP,
  run: async ({ apiClients, now, print }, { company }) => {
    const found =
      company === undefined
        ? await apiClients.listAll()
        : await readPages((after?: ClientPosition) =>
            apiClients.listByCompany(company, { limit: CLIENTS_PER_PAGE, ...(after && { after }) }),
          );
    const views = found.map((client) => viewClient(client, now()));
    print(views, formatClients);
  },
});

const printClient = ({ now, print }: Session, client: ApiClient): void => {
  print(viewClient(client, now()), formatClient);
};

const show = verb({
  name: 'show <clientId>',
  description: 'show what one API client may do, and its secrets',
  example: '--local ckc_demo',
  help: SEEN_HELP,
  run: async (session, _options, clientId) => printClient(session, await findClient(session.apiClients, { clientId })),
});

const change = async (session: Session, clientId: string, update: ClientUpdate): Promise<void> =>
  printClient(session, await updateApiClient(await session.openAudit(), { clientId }, update));

const rename = verb({
  name: 'rename <clientId>',
  argument: new Argument('<name>', 'the new name').argParser(parsedBy(fields.clientName)),
  description: 'rename an API client; its id and its secrets stay',
  example: '--local ckc_demo "Gate 2"',
  run: (session, _options, clientId, name) => change(session, clientId, { name }),
});

const update = verb({
  name: 'update <clientId>',
  description: 'change the limits of an API client',
  options: [
    allowIpOption,
    flag('--from-everywhere', 'allow calls from any network').conflicts('allowIp'),
    silentAfterHoursOption,
    flag('--never-silent', 'fire no alarm however long the client is silent').conflicts('silentAfterHours'),
  ],
  example: '--local ckc_demo --allow-ip 203.0.113.0/24,2001:db8::/32',
  run: async (session, { allowIp, silentAfterHours, fromEverywhere, neverSilent }, clientId) => {
    const limits = {
      ...(allowIp && { allowedIps: allowIp }),
      ...(silentAfterHours !== undefined && { silentAfterHours }),
      // `null` removes a limit.
      ...(fromEverywhere && { allowedIps: null }),
      ...(neverSilent && { silentAfterHours: null }),
    };
    if (Object.keys(limits).length === 0)
      throw new UsageError('Give --allow-ip, --from-everywhere, --silent-after-hours or --never-silent.');
    await change(session, clientId, limits);
  },
});

/** The client in the state that was confirmed, so that a forced rotation ends no other secret. */
interface ConfirmedTarget extends ClientTarget {
  /** The secret that the rotation ends, for messages. */
  readonly endedSecret?: string;
}

/** Asks for confirmation if a forced rotation ends a secret, and names that secret. */
const confirmForce = async (session: Session, clientId: string): Promise<ConfirmedTarget> => {
  const client = await findClient(session.apiClients, { clientId });
  const target = { clientId, revision: client.revision };
  const [older, newer] = liveSecrets(client, session.now());
  if (!older || !newer) return target;
  const endedSecret = `${secretIdOf(older)} (…${older.last4})`;
  await session.confirm(`This ends the secret ${endedSecret} of ${clientId} now.`);
  return { ...target, endedSecret };
};

const rotate = verb({
  name: 'rotate <clientId>',
  description: 'create a second secret and show it; the current one ends after the grace period',
  options: [
    withDefault(
      '--grace-hours <hours>',
      'how long the current secret stays valid; 0 ends it now',
      DEFAULT_GRACE_HOURS,
      fields.graceHours,
    ),
    expiresInDaysOption,
    flag('--force', 'if two secrets are live, end the older one now, and say which it was'),
  ],
  example: '--local ckc_demo --grace-hours 48',
  run: async (session, { graceHours, force = false, expiresInDays }, clientId) => {
    const graceMilliseconds = Math.round(graceHours * HOUR);
    const confirmed: ConfirmedTarget = force ? await confirmForce(session, clientId) : { clientId };
    const { endedSecret, ...target } = confirmed;
    const rotation = { graceMilliseconds, force, expiresInDays };
    const rotated = await rotateClientSecret(await session.openAudit(), target, rotation);
    const view = { ...viewNewSecret(rotated), oldSecretEndsAt: formatDateTime(rotated.oldSecretEndsAt) };
    if (endedSecret !== undefined) session.warn(`Ended the secret ${endedSecret}.`);
    session.print(view, formatRotatedSecret);
  },
});

const endSecret = verb({
  name: 'end-secret <clientId> <secretId>',
  description: 'end one of two live secrets now; the other stays valid until its own lifetime ends',
  example: '--local ckc_demo sec_81b2…',
  run: async (session, _options, clientId, secretId) => {
    await session.confirm(`This ends the secret ${secretId} of ${clientId} now.`);
    printClient(session, (await endClientSecret(await session.openAudit(), { clientId }, secretId)).client);
  },
});

const revokeTokens = verb({
  name: 'revoke-tokens <clientId>',
  description: 'end every access and refresh token of an API client at its next use; its secrets stay valid',
  example: '--local ckc_demo',
  run: async (session, _options, clientId) => {
    await session.confirm(`This ends all tokens of ${clientId}.`);
    const revoked = await revokeClientTokens(await session.openAudit(), { clientId });
    const view = { clientId, tokensRevokedAt: formatDateTime(revoked.tokensRevokedAt) };
    session.print(
      view,
      ({ tokensRevokedAt }) =>
        `All tokens issued to ${clientId} until ${tokensRevokedAt} are revoked. The client gets new tokens with its secret.`,
    );
  },
});

const switchTo = (enabled: boolean, name: string, description: string) =>
  verb({
    name: `${name} <clientId>`,
    description,
    example: '--local ckc_demo',
    run: (session, _options, clientId) => change(session, clientId, { enabled }),
  });

const remove = verb({
  name: 'delete <clientId>',
  description: 'delete an API client; its next call is rejected',
  example: '--local ckc_demo',
  run: async (session, _options, clientId) => {
    await session.confirm(`This deletes the API client ${clientId} permanently; its tokens end at once.`);
    await deleteClient(await session.openAudit(), { clientId });
    session.print({ clientId, deleted: true }, () => `Deleted ${clientId}.`);
  },
});

export const defineNoun = nounWithVerbs('list --local', [
  create,
  list,
  show,
  update,
  rename,
  rotate,
  endSecret,
  revokeTokens,
  switchTo(false, 'disable', 'disable an API client immediately'),
  switchTo(true, 'enable', 'enable a disabled API client'),
  remove,
]);
