import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const IMPORT = /(?:from|import\()\s*'(?<target>[^']+)'/g;

interface Import {
  readonly from: string;
  readonly target: string;
}

const sources = ['bin', 'lib', 'functions', 'shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

const importsOf = (from: string): Import[] =>
  [...readFileSync(join(root, from), 'utf8').matchAll(IMPORT)].map(({ groups }) => {
    const target = groups?.['target'] ?? '';
    return { from, target: target.startsWith('.') ? normalize(join(dirname(from), target)) : target };
  });

const imports = sources.flatMap(importsOf);
const format = ({ from, target }: Import): string => `${relative('.', from)} imports ${target}`;

/** Which imports of a folder break its rule. */
const offences = (folder: string, isAllowed: (target: string) => boolean): string[] =>
  imports.filter(({ from, target }) => from.startsWith(folder) && !isAllowed(target)).map(format);

const within =
  (...allowed: string[]) =>
  (target: string): boolean =>
    allowed.some((prefix) => target.startsWith(prefix));

describe('Each floor of the house uses only those below it:', () => {
  it('the domain knows nothing but itself', () => {
    expect(offences('shared/domain/', within('shared/domain/', 'node:crypto'))).toEqual([]);
  });

  it('the adapters know the domain, the SDK and jose, and no HTTP', () => {
    expect(
      offences('shared/adapters/', (target) => !within('shared/http/', 'functions/', 'lib/', '@middy/')(target)),
    ).toEqual([]);
  });

  it('the HTTP layer knows the domain and middy, and no AWS client', () => {
    expect(
      offences('shared/http/', (target) => !within('shared/adapters/', '@aws-sdk/', 'functions/', 'lib/')(target)),
    ).toEqual([]);
  });

  it('the shared definitions know nothing', () => {
    const definitions = ['shared/tables.ts', 'shared/routes.ts', 'shared/settings.ts', 'shared/metric-names.ts'];
    expect(definitions.flatMap((file) => offences(file, () => false))).toEqual([]);
  });

  it('the functions know what is shared, themselves and no other function', () => {
    const others = imports.filter(({ from, target }) => {
      const own = from.split('/').slice(0, 2).join('/');
      return from.startsWith('functions/') && within('functions/', 'lib/', 'bin/')(target) && !target.startsWith(own);
    });
    expect(others.map(format)).toEqual([]);
  });

  it('the stack takes from what is shared the definitions alone, never code that runs in a function', () => {
    const isForbidden = within('shared/adapters/', 'functions/', 'lib/local/', 'lib/cli/');
    expect(offences('lib/aws/', (target) => !isForbidden(target))).toEqual([]);
  });

  it('only what deploys knows the CDK', () => {
    const users = imports.filter(({ target }) => within('aws-cdk-lib', 'constructs', 'cdk-nag')(target));
    expect(users.filter(({ from }) => !from.startsWith('lib/aws/') && from !== 'bin/app.ts').map(format)).toEqual([]);
  });

  it('nobody imports what starts things', () => {
    expect(imports.filter(({ target }) => target.startsWith('bin/')).map(format)).toEqual([]);
  });
});

describe('A reader finds the room by its name:', () => {
  it('files are in kebab case, and none is a drawer for everything', () => {
    const names = sources.map((file) => file.split('/').at(-1) ?? '');
    const drawers = /^(utils?|commons?|helpers?|types|index|misc)\.ts$/;
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.ts$/.test(name) || drawers.test(name))).toEqual([]);
  });
});
