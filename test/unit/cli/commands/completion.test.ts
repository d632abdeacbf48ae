import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { makeStores, runCommand, runJson } from '../run-command.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** The commands that make each shell load its script and complete the last of `words`. */
const questions: Readonly<Record<Shell, (words: readonly string[]) => string>> = {
  bash: (words) => `
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
    _checkin_admin; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Without its line editor zsh completes nothing, so the test prints the function's suggestions.
  zsh: (words) => `
    offer() { local one; for one in "$@"; do [[ $one == "\${words[CURRENT]}"* ]] && print -r -- "$one"; done }
    _describe() { offer "\${(@)\${(P)2}%%:*}"; }; compadd() { shift; offer "$@"; }; _files() { offer *; }
    words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}
    _checkin_admin`,
  fish: (words) => `complete -C '${words.join(' ')}'`,
};

const isInstalled = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
const shells = Object.keys(questions) as Shell[];
const missing = shells.filter((shell) => !isInstalled(shell));
if (missing.length > 0) console.log(`Completion is not tested in ${missing.join(', ')}: not installed.`);

const makeScript = async (shell: Shell): Promise<string> =>
  (await runCommand(makeStores(), ['completion', shell])).stdout;

const complete = async (shell: Shell, line: string): Promise<string[]> => {
  const prelude = shell === 'zsh' ? 'compdef() { :; }\n' : '';
  const script = `${prelude}${await makeScript(shell)}\n${questions[shell](['checkin-admin', ...line.split(' ')])}\n`;
  const { stdout } = spawnSync(shell, ['-c', script], { encoding: 'utf8', cwd: import.meta.dirname });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((one) => one.split('\t')[0] ?? '')
    .toSorted();
};

describe.each(shells.filter((shell) => !missing.includes(shell)))('Completion in %s', (shell) => {
  it('offers the values of --scope', async () => {
    expect(await complete(shell, 'clients create --scope ch')).toEqual(['checkin', 'checkin,sync']);
  });

  it.each([
    ['cl', ['clients']],
    ['bookings ', ['backfill', 'cancel', 'import', 'list']],
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
  ])('of "%s"', async (line, offered) => {
    expect(await complete(shell, line)).toEqual(offered);
  });
});

describe('completion', () => {
  it('prints JSON too, and refuses another shell', async () => {
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
