import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeOutputDocument } from '../../../lib/cli/output-schemas.ts';
import { makeProgram, nounNames } from '../../../lib/cli/program.ts';
import type { CliContext } from '../../../lib/cli/session.ts';
import { createApiClient } from '../../../shared/domain/api-client.ts';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import { commandsOf, documentedCommands } from '../../support/command-line-schema.ts';
import { makeInMemoryApiClients } from '../../support/stores-in-memory.ts';
import { makeStores, runCommand } from './run-command.ts';

const storesFailingWith = (error: unknown) =>
  makeStores({
    apiClients: {
      ...makeInMemoryApiClients(),
      listAll: async () => {
        throw error;
      },
    },
  });

describe('The command line', () => {
  // Messages about credentials name the profile of the shell that runs the tests.
  beforeAll(() => void delete process.env['AWS_PROFILE']);

  it('prints help for every command, with an example', async () => {
    const program = await makeProgram({} as CliContext, nounNames, false);
    for (const path of ['', ...commandsOf(program)]) {
      const { code, stdout, stderr } = await runCommand(makeStores(), [...path.split(' ').filter(Boolean), '--help']);
      expect([path, code, stderr]).toEqual([path, 0, '']);
      expect(stdout).toMatch(new RegExp(`Examples?:\\n  checkin-admin ${path}`));
    }
  });

  it('has the JSON schema that `npm run openapi` writes to docs/command-line.schema.json', () => {
    const committed = readFileSync(join(import.meta.dirname, '../../../docs/command-line.schema.json'), 'utf8');
    expect(JSON.parse(committed)).toEqual(makeOutputDocument());
  });

  it('has a JSON schema for every command', async () => {
    const all = commandsOf(await makeProgram({} as CliContext, nounNames, true));
    const leaves = all.filter((path) => !all.some((other) => other.startsWith(`${path} `)));
    expect(documentedCommands.toSorted()).toEqual(leaves.toSorted());
  });

  it.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['clients', 'frobnicate'], "unknown command 'frobnicate'"],
    [['clients', 'list', '--frobnicate'], "unknown option '--frobnicate'"],
    [['clients', 'show'], "missing required argument 'clientId'"],
    [['clients', 'list', 'all'], 'too many arguments'],
    [['clients', 'create', '--company', 'acme'], "required option '--name <name>' not specified"],
    [['members', 'add'], "required options '--company <id>', '--role <role>' not specified"],
    [['users', 'show', '--company', 'acme', '--id', '1'], 'Did you mean --user?'],
    [['users', 'show', '--company', 'acme', '--usr', '1'], "unknown option '--usr'\n(Did you mean --user?)"],
    [['members', 'add', '--compny', 'acme'], "unknown option '--compny'\n(Did you mean --company?)"],
    [['members', 'add', '--role', 'boss'], 'Allowed choices are viewer, reception, auditor, admin, owner'],
    [[], 'Usage: checkin-admin <noun> <verb>'],
  ])('rejects %j with exit code 2 and says why', async (words, reason) => {
    const { code, stdout, stderr } = await runCommand(makeStores(), words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
  });

  it('wraps the help at the width of the terminal, except for the example', async () => {
    const { stdout } = await runCommand(makeStores(), ['members', 'add', '--help'], { columns: 80 });
    const [text = ''] = stdout.slice(stdout.indexOf('On a deployed stack')).split('\n\nOptions:\n');
    const lines = text.split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(lines).toHaveLength(Math.ceil(text.length / 80));
    expect(stdout.split('\nExample:\n')[1]?.trim()).toMatch(/^checkin-admin members add .* --email \S+$/);
  });

  it('does not wrap what people copy from the help', async () => {
    const { stdout } = await runCommand(makeStores(), ['users', 'import', '--help'], { columns: 60 });
    expect(stdout).toMatch(/^  name       optional, .*$/m);
  });

  it('marks required options in the help', async () => {
    const { stdout } = await runCommand(makeStores(), ['devices', 'add', '--help']);
    const needed = stdout.match(/^ +--\S+(?=.*\(required\))/gm)?.map((flag) => flag.trim());
    expect(needed).toEqual(['--company', '--user', '--endpoint']);
  });

  it.each([
    [['clients', 'list', '--frobnicate'], { code: 'wrong_usage', message: "unknown option '--frobnicate'" }],
    [[], { code: 'wrong_usage', message: 'Name a command; --help lists them.' }],
    [
      ['users', 'show', '--company', 'acme'],
      { code: 'identifier_required', message: 'Say which user: --user, --uid or --email.' },
    ],
  ])('reports wrong usage as JSON if --json is given: %j', async (words, error) => {
    const { code, stdout, stderr } = await runCommand(makeStores(), [...words, '--json']);
    expect([code, stdout, stderr]).toEqual([2, '', `${JSON.stringify({ error })}\n`]);
  });

  it('reports the error of a failed command as JSON if --json is given, even before the command', async () => {
    const { code, stderr } = await runCommand(makeStores(), ['--json', 'clients', 'show', 'ckc_x']);
    const error = { code: 'client_not_found', message: 'There is no API client ckc_x.' };
    expect([code, JSON.parse(stderr)]).toEqual([1, { error }]);
  });

  it.each([
    [['--local'], /^No database\. Check that the local service is running \(npm start\)/],
    [['--stack', 'checkin'], /^No database\. Check your network, and that the stack is deployed/],
  ])('with %j says what to check if the database is unavailable', async (words, sentence) => {
    const stores = storesFailingWith(new ServiceError('dependency_unavailable', 'No database.'));
    const { code, stderr } = await runCommand(stores, ['clients', 'list', ...words]);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
  });

  it.each([
    ['ResourceNotFoundException', 'No table', /^A table is missing: No table\. Check/],
    ['AccessDeniedException', 'Not you', /^Your AWS identity is not allowed to do this\. .* AWS says: Not you\n$/],
    ['CredentialsProviderError', 'Could not load', /^No AWS credentials were found\. Log in .* AWS_PROFILE/],
    ['CredentialsProviderError', 'The SSO session has expired', /^Your AWS session has ended .*aws sso login/],
    ['ExpiredTokenException', 'x', /^Your AWS credentials have expired\./],
    ['UnrecognizedClientException', 'x', /^AWS does not accept your credentials\./],
    ['Error', 'Region is missing', /^No AWS region is set\. Set AWS_REGION/],
    [undefined, 'thrown text', /^thrown text\.\n$/],
  ])('reports %s (%s) in a sentence, without a stack trace', async (name, message, sentence) => {
    const error = name === undefined ? message : Object.assign(new Error(message), { name });
    const { stdout, stderr } = await runCommand(storesFailingWith(error), ['clients', 'list']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it.each(['\u001b[2J', '\u009b2J', '\u202e', 'a\nb', '\r'])(
    'escapes control characters in the data that it prints: %j',
    async (bad) => {
      const { client } = createApiClient({ companyId: 'acme', name: `Gate ${bad}` }, 0);
      const stores = makeStores({ apiClients: makeInMemoryApiClients([client]) });
      const shown = [
        await runCommand(stores, ['clients', 'list']),
        await runCommand(stores, ['clients', 'list', '--json']),
        await runCommand(storesFailingWith(new Error(bad.replace('\n', '\u001b'))), ['clients', 'list']),
        await runCommand(stores, ['clients', 'show', bad.replace('\n', '\u001b')]),
        await runCommand(stores, [bad.replace('\n', '\u001b')]),
        await runCommand(stores, ['users', 'import', '-'], { input: JSON.stringify({ [`{${bad}`]: 1 }) }),
      ];
      const lines = shown.flatMap(({ stdout, stderr }) => `${stdout}${stderr}`.split('\n'));
      expect(lines.filter((line) => /\p{Cc}|\u202e/u.test(line))).toEqual([]);
      expect(lines.filter((line) => line.startsWith('b'))).toEqual([]);
      expect(JSON.parse(shown[1]?.stdout ?? '')).toMatchObject([{ name: `Gate ${bad}` }]);
    },
  );

  it('closes the database whether a command succeeds or fails', async () => {
    let closed = 0;
    const close = () => {
      closed += 1;
    };
    await runCommand(makeStores({ close }), ['clients', 'list']);
    await runCommand({ ...storesFailingWith(new Error('x')), close }, ['clients', 'list']);
    expect(closed).toBe(2);
  });
});
