import { describe, expect, it } from '@jest/globals';
import { spawnAdmin } from './spawn-admin.ts';

/** Writes the URL of each module that a process loads to stderr. */
const LIST_MODULES =
  "import{registerHooks}from'node:module';registerHooks({load(url,context,next){process.stderr.write(url+'\\n');return next(url,context)}})";

const loadedBy = async (...words: string[]): Promise<string[]> => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(LIST_MODULES)}`;
  const { stderr } = await spawnAdmin(words, { NODE_OPTIONS, DYNAMODB_PORT: '1' });
  return stderr.split('\n').filter((line) => line.startsWith('file:'));
};

const packagesIn = (modules: readonly string[]): string[] => [
  ...new Set(modules.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])),
];

describe('The command line loads no more than it needs', () => {
  it.each([[['--help']], [['--version']], [['keys', 'rotate', '--frobnicate']]])(
    'for %j: no package but Commander',
    async (words) => {
      expect(packagesIn(await loadedBy(...words))).toEqual(['commander']);
    },
  );

  it('for a command on the local service: no client of a service that it does not call', async () => {
    const clients = packagesIn(await loadedBy('clients', 'list', '--local')).filter((name) =>
      name.startsWith('@aws-sdk/client-'),
    );
    expect(clients.toSorted()).toEqual(['@aws-sdk/client-dynamodb', '@aws-sdk/client-secrets-manager']);
  });
});
