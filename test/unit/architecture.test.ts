import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const LAYERS = ['bin', 'lib', 'functions', 'shared'] as const;

/** Matches an import or re-export. The group `type` matches if only types are imported, `dynamic` for a dynamic import. */
const IMPORT =
  /(?:\b(?<keyword>import|export)\s+(?<type>type\s)?[^;'"]*?from\s*|(?<dynamic>\bimport\(\s*)|\bimport\s+)'(?<target>[^']+)'/g;

interface Import {
  readonly from: string;
  /** The path from the root for the project's files, otherwise the name of the package. */
  readonly target: string;
  readonly isTypeOnly: boolean;
  /** Whether it is a dynamic import, which loads the target only when it runs. */
  readonly isDeferred: boolean;
}

const sources = LAYERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

const texts = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

const importsOf = (from: string): Import[] =>
  [...(texts.get(from) ?? '').matchAll(IMPORT)].map(({ groups }) => {
    const target = groups?.['target'] ?? '';
    return {
      from,
      target: target.startsWith('.') ? normalize(join(dirname(from), target)) : target,
      isTypeOnly: groups?.['type'] !== undefined,
      isDeferred: groups?.['dynamic'] !== undefined,
    };
  });

const imports = sources.flatMap(importsOf);
const format = ({ from, target }: Import): string => `${from} imports ${target}`;

/** The imports in a folder's files that break the folder's rule. */
const violations = (folder: string, isAllowed: (one: Import) => boolean): string[] =>
  imports.filter((one) => one.from.startsWith(folder) && !isAllowed(one)).map(format);

const startsWithAny =
  (...prefixes: string[]) =>
  ({ target }: Pick<Import, 'target'>): boolean =>
    prefixes.some((prefix) => target.startsWith(prefix));

/** The first two parts of a path: `lib/cli`, `functions/auth`. */
const partOf = (file: string): string => file.split('/').slice(0, 2).join('/');

const isOwnFile = ({ target }: Import): boolean => texts.has(target);

describe('Among the layers,', () => {
  it.each(LAYERS.map((layer, index) => [layer, LAYERS.slice(0, index)] as const))(
    '%s imports none of %j',
    (layer, above) => {
      const isAbove = startsWithAny(...above.map((name) => `${name}/`));
      expect(violations(`${layer}/`, (one) => above.length === 0 || !isAbove(one))).toEqual([]);
    },
  );

  it('nothing imports bin', () => {
    expect(imports.filter(startsWithAny('bin/')).map(format)).toEqual([]);
  });

  it.each(['lib/', 'functions/'])('the parts of %s do not import one another', (layer) => {
    const isSideways = (one: Import): boolean =>
      one.target.startsWith(layer) && partOf(one.from) !== partOf(one.target);
    expect(violations(layer, (one) => !isSideways(one))).toEqual([]);
  });

  it('there are no import cycles', () => {
    const targets = Map.groupBy(imports.filter(isOwnFile), ({ from }) => from);
    const cycles: string[] = [];
    const finished = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (finished.has(file) || path.includes(file)) return;
      for (const { target } of targets.get(file) ?? []) visit(target, [...path, file]);
      finished.add(file);
    };
    for (const file of sources) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe('Within shared', () => {
  it('the rules import only one another', () => {
    expect(violations('shared/rules/', startsWithAny('shared/rules/'))).toEqual([]);
  });

  it('the domain imports only itself, the rules, node:crypto and node:net', () => {
    expect(
      violations('shared/domain/', startsWithAny('shared/domain/', 'shared/rules/', 'node:crypto', 'node:net')),
    ).toEqual([]);
  });

  it('the reader of files, which the console uses too, imports only itself, the rules and packages', () => {
    const packages = ['fflate', 'saxen', 'fastest-levenshtein'];
    expect(violations('shared/files/', startsWithAny('shared/files/', 'shared/rules/', ...packages))).toEqual([]);
  });

  it('use cases import no adapter, no HTTP code and no AWS client', () => {
    const isForbidden = startsWithAny('shared/adapters/', 'shared/http/', 'shared/messages/', '@aws-sdk/', '@middy/');
    expect(violations('shared/use-cases/', (one) => !isForbidden(one))).toEqual([]);
  });

  it('adapters import no HTTP code and no use case', () => {
    const isForbidden = startsWithAny('shared/http/', 'shared/use-cases/', '@middy/');
    expect(violations('shared/adapters/', (one) => !isForbidden(one))).toEqual([]);
  });

  it('the HTTP layer imports no adapter and no AWS client', () => {
    const isForbidden = startsWithAny('shared/adapters/', '@aws-sdk/');
    expect(violations('shared/http/', (one) => !isForbidden(one))).toEqual([]);
  });

  it('the console’s schemas import only valibot, one another, the rules and the fields of requests', () => {
    const allowed = ['shared/rules/', 'shared/http/field.ts', 'shared/http/checkin-fields.ts'];
    expect(violations('shared/console-api/', startsWithAny('shared/console-api/', 'valibot', ...allowed))).toEqual([]);
  });

  it('the definitions of tables, routes, settings, metrics and filters import only one another and the rules', () => {
    const definitions = [
      'shared/tables.ts',
      'shared/routes.ts',
      'shared/settings.ts',
      'shared/metric-names.ts',
      'shared/stream-filters.ts',
    ];
    expect(definitions.flatMap((file) => violations(file, startsWithAny(...definitions, 'shared/rules/')))).toEqual([]);
  });
});

it('Within functions only handlers import adapters', () => {
  const composers = imports
    .filter(startsWithAny('shared/adapters/'))
    .filter(({ from }) => from.startsWith('functions/'));
  const others = composers.filter(({ from, isTypeOnly }) => !from.endsWith('/handler.ts') && !isTypeOnly);
  expect(others.map(format)).toEqual([]);
});

describe('Within lib', () => {
  it('the stacks import no code that runs in a function', () => {
    const isForbidden = startsWithAny('shared/adapters/', 'shared/use-cases/', 'functions/');
    expect(violations('lib/aws/', (one) => !isForbidden(one))).toEqual([]);
  });

  it('the commands of the command line import no adapter', () => {
    expect(violations('lib/cli/commands/', (one) => !one.target.startsWith('shared/adapters/'))).toEqual([]);
  });

  it('only the stack imports the CDK', () => {
    const users = imports.filter(startsWithAny('aws-cdk-lib', 'constructs', 'cdk-nag'));
    expect(users.filter(({ from }) => !from.startsWith('lib/aws/') && from !== 'bin/app.ts').map(format)).toEqual([]);
  });

  it('the console’s pages import, from outside lib/console, only the rules, the reader of files, the routes and types of their API, and packages', () => {
    const isAllowed = (one: Import): boolean =>
      !isOwnFile(one) ||
      startsWithAny('lib/console/', 'shared/rules/', 'shared/files/', 'shared/console-api/routes.ts')(one) ||
      (one.isTypeOnly && one.target.startsWith('shared/console-api/'));
    expect(violations('lib/console/', isAllowed)).toEqual([]);
  });
});

it('The dependencies are the packages that the functions and the command line bundle; others serve development', () => {
  const files = new Set(sources.filter((file) => /^functions\/\w+\/handler\.ts$|^bin\/admin\.ts$/.test(file)));
  const packages = new Set<string>();
  // A set also visits what is added to it meanwhile.
  for (const file of files)
    for (const one of importsOf(file).filter(({ isTypeOnly }) => !isTypeOnly)) {
      if (isOwnFile(one)) files.add(one.target);
      else packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(one.target)?.[0] ?? '');
    }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };
  const isPackage = (name: string): boolean => existsSync(join(root, 'node_modules', name));
  expect(Object.keys(dependencies).toSorted()).toEqual([...packages].filter(isPackage).toSorted());
});

describe('The source files', () => {
  it('are named in kebab case, and never common, utils or the like', () => {
    const names = sources.map((file) => file.split('/').at(-1) ?? '');
    const collections = /^(utils?|commons?|helpers?|types|index|misc)\.tsx?$/;
    const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.tsx?$/;
    expect(names.filter((name) => !kebabCase.test(name) || collections.test(name))).toEqual([]);
  });

  const loaded = imports.filter((one) => isOwnFile(one) && !one.isTypeOnly && !one.isDeferred);
  const loadedBy = Map.groupBy(loaded, ({ from }) => from);

  it('form no chain of more than 9 files that load one another, and of more than 8 for a check-in', () => {
    const chains = new Map<string, readonly string[]>();
    const longestFrom = (file: string): readonly string[] => {
      const known = chains.get(file);
      if (known) return known;
      const onward = (loadedBy.get(file) ?? []).map(({ target }) => longestFrom(target));
      const chain = [file, ...(onward.toSorted((one, other) => other.length - one.length)[0] ?? [])];
      chains.set(file, chain);
      return chain;
    };
    expect(sources.map(longestFrom).filter((chain) => chain.length > 9)).toEqual([]);
    expect(longestFrom('functions/checkin/handler.ts').slice(8)).toEqual([]);
  });

  it('that a check-in loads are at most 60, with 4,200 lines', () => {
    const files = new Set(['functions/checkin/handler.ts']);
    // A set also visits what is added to it meanwhile.
    for (const file of files) for (const { target } of loadedBy.get(file) ?? []) files.add(target);
    const lines = [...files].reduce((sum, file) => sum + (texts.get(file) ?? '').split('\n').length - 1, 0);
    expect(files.size).toBeLessThanOrEqual(60);
    expect(lines).toBeLessThanOrEqual(4_200);
    expect(files.size).toBeGreaterThan(40);
  });

  it('include at most 12 files under 25 lines whose only importer is in the same folder', () => {
    const importers = Map.groupBy(imports.filter(isOwnFile), ({ target }) => target);
    const small = sources.filter((file) => {
      const users = [...new Set((importers.get(file) ?? []).map(({ from }) => from))];
      const isShort = (texts.get(file) ?? '').split('\n').length - 1 < 25;
      return isShort && users.length === 1 && dirname(users[0] ?? '') === dirname(file);
    });
    expect(small.length <= 12 ? [] : small).toEqual([]);
  });
});

describe('Code that runs on AWS', () => {
  const EMULATORS =
    /\b(?:dynalite|moto|localstack|fauxqs|emulat\w*|dynamodb[ -]local|embedded (?:dynamodb|database|engine)|some engines?|(?:the|an?) engine)\b/i;

  it('does not mention an emulator', () => {
    const mentions = [...texts].flatMap(([file, text]) =>
      /^(?:functions|shared)[\\/]/.test(file)
        ? text
            .split('\n')
            .flatMap((line, index) => (EMULATORS.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
        : [],
    );
    expect(mentions).toEqual([]);
  });

  it.each(['isLocal', "=== 'local'", 'UnknownOperationException', 'localhost'])(
    'has no special case for the local service, such as a check for %s',
    (text) => {
      const files = [...texts].filter(([, source]) => source.includes(text)).map(([file]) => file);
      expect(files.filter((file) => /^(?:functions|shared)[\\/]/.test(file))).toEqual([]);
    },
  );
});
