import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import { makeInMemoryApiClients } from '../../support/fakes/in-memory-api-clients.ts';
import { makeStores, runCommand } from './run-command.ts';

const verbs = {
  clients: ['create', 'list', 'show', 'rotate', 'disable', 'enable', 'delete'],
  users: ['import', 'show'],
  devices: ['add', 'remove', 'list'],
  bookings: ['import', 'list'],
};

const commands = Object.entries(verbs).flatMap(([noun, some]) => some.map((verb) => [noun, verb]));

const failWith = (error: unknown) =>
  makeStores({
    apiClients: {
      ...makeInMemoryApiClients(),
      list: async () => {
        throw error;
      },
    },
  });

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('The command line', () => {
  it.each([[], ['clients'], ['users'], ['devices'], ['bookings'], ...commands])(
    'helps with "%s %s" by an example',
    async (...words) => {
      const given = words.filter((word) => typeof word === 'string');
      const { code, stdout, stderr } = await runCommand(makeStores(), [...given, '--help']);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`npm run -s admin -- ${given.join(' ')}`);
      expect(stdout).toContain('--local');
    },
  );

  it.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['clients', 'frobnicate'], "unknown command 'frobnicate'"],
    [['clients', 'list', '--frobnicate'], "unknown option '--frobnicate'"],
    [['clients', 'show'], "missing required argument 'clientId'"],
    [['clients', 'list', 'all'], 'too many arguments'],
    [[], 'Usage: admin <noun> <verb>'],
  ])('refuses %j and says why', async (words, reason) => {
    const { code, stdout, stderr } = await runCommand(makeStores(), words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(reason);
  });

  it('takes its options before the noun as well as after the verb', async () => {
    expect((await runCommand(makeStores(), ['--json', 'clients', 'list'])).stdout).toBe('[]\n');
  });

  it.each([
    [['--local'], /^No database\. Check that the local service is running \(npm start\)/],
    [['--stack', 'checkin'], /^No database\. Check your network, and that the stack is deployed/],
  ])('with %j says what to check where the database is away', async (words, sentence) => {
    const stores = failWith(new ServiceError('dependency_unavailable', 'No database'));
    const { code, stderr } = await runCommand(stores, ['clients', 'list', ...words]);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
  });

  it.each([
    [named('ResourceNotFoundException', 'No table'), /^A table is missing: No table\. Check/],
    [named('AccessDeniedException', 'Not you'), /^AccessDeniedException: Not you\n$/],
    ['thrown text', /^thrown text\.\n$/],
  ])('tells of %p in a sentence, without a stack trace', async (error, sentence) => {
    const { stdout, stderr } = await runCommand(failWith(error), ['clients', 'list']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it('closes the database whatever happens', async () => {
    let closed = 0;
    const close = () => {
      closed += 1;
    };
    await runCommand(makeStores({ close }), ['clients', 'list']);
    await runCommand({ ...failWith(new Error('x')), close }, ['clients', 'list']);
    expect(closed).toBe(2);
  });
});
