import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeStores, runCommand, runJson } from '../run-command.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** The shell prints this text after the suggestions for each line. */
const END = '-- end --';

interface ShellCommands {
  /** Shell code that must run before the completion script. */
  readonly prelude: string;
  /** Shell code that completes the last word. */
  readonly complete: (words: readonly string[]) => string;
}

const quote = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

const commands: Readonly<Record<Shell, ShellCommands>> = {
  bash: {
    prelude: '',
    complete: (words) => `
    COMP_WORDS=(${quote(words)}); COMP_CWORD=${words.length - 1}; COMPREPLY=()
    _checkin_admin; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  // Without its line editor, zsh completes nothing, so the prelude makes the completion function print its suggestions.
  zsh: {
    prelude: `
    compdef() { :; }
    offer() { local one; for one in "$@"; do [[ $one == "\${words[CURRENT]}"* ]] && print -r -- "$one"; done }
    _describe() { offer "\${(@)\${(P)2}%%:*}"; }; compadd() { shift; offer "$@"; }; _files() { offer *; }`,
    complete: (words) => `
    words=(${quote(words)}); CURRENT=${words.length}
    _checkin_admin`,
  },
  fish: { prelude: '', complete: (words) => `complete -C '${words.join(' ')}'` },
};

const isInstalled = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
const shells = Object.keys(commands) as Shell[];
const missing = shells.filter((shell) => !isInstalled(shell));
if (missing.length > 0) console.log(`Completion is not tested in ${missing.join(', ')}: not installed.`);

const makeScript = async (shell: Shell): Promise<string> =>
  (await runCommand(makeStores(), ['completion', shell])).stdout;

/** Starts the shell once, and completes the last word of each line. */
const complete = async (shell: Shell, lines: readonly string[]): Promise<string[][]> => {
  const { prelude, complete: toCommand } = commands[shell];
  const completionCommands = lines.map((line) => `${toCommand(['checkin-admin', ...line.split(' ')])}\necho '${END}'`);
  const script = [prelude, await makeScript(shell), ...completionCommands].join('\n');
  const { stdout } = spawnSync(shell, ['-c', script], { encoding: 'utf8', cwd: import.meta.dirname });
  return stdout
    .split(`${END}\n`)
    .slice(0, -1)
    .map((printed) =>
      printed
        .split('\n')
        .filter(Boolean)
        .map((one) => one.split('\t')[0] ?? '')
        .toSorted(),
    );
};

/** The suggestions for the last word of each line. */
const expectations: readonly (readonly [line: string, suggestions: readonly string[]])[] = [
  ['clients create --scope ch', ['checkin', 'checkin,sync']],
  ['cl', ['clients']],
  ['bookings ', ['cancel', 'import', 'list']],
  ['--stack clients bookings c', ['cancel']],
  ['--company acme keys ro', ['rotate']],
  ['users import --local --d', ['--dry-run']],
  ['users import --encoding ', ['utf-8', 'windows-1252']],
  ['users import completion', ['completion.test.ts']],
  ['keys rotate --kind a', ['access']],
  ['members add --role a', ['admin', 'auditor']],
  ['attendance --time-zone Europe/Ber', ['Europe/Berlin']],
  ['bookings import --time-zone U', ['UTC']],
  ['completion ', ['bash', 'fish', 'zsh']],
  ['users list --company ', []],
];

describe.each(shells.filter((shell) => !missing.includes(shell)))('Completion in %s', (shell) => {
  let completed: string[][];
  beforeAll(async () => {
    completed = await complete(
      shell,
      expectations.map(([line]) => line),
    );
  });

  it.each(expectations.map(([line, suggestions], index) => [line, suggestions, index] as const))(
    'of "%s" suggests %j',
    (_, suggestions, index) => {
      expect(completed[index]).toEqual(suggestions);
    },
  );
});

describe('completion', () => {
  it('prints JSON with --json, and rejects an unknown shell', async () => {
    expect((await runJson(makeStores(), ['completion', 'bash'])).value).toEqual({
      shell: 'bash',
      script: (await makeScript('bash')).trimEnd(),
    });
    expect(await runCommand(makeStores(), ['completion', 'tcsh'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('bash, zsh, fish'),
    });
  });
});
