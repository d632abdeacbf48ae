import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { makeStores, runCommand, runJson } from '../run-command.ts';

const complete = async (shell: string, words: string): Promise<string> =>
  (await runCommand(makeStores(), ['completion', shell, '--', ...words.split(' ')])).stdout;

describe('completion', () => {
  it.each([
    ['clients create --scope ch', ['checkin', 'checkin,sync']],
    ['cl', ['clients']],
    ['bookings ', ['import', 'list', 'cancel']],
    ['--stack clients bookings c', ['cancel']],
    ['--company acme keys ro', ['rotate']],
    ['users import --local --dr', ['--dry-run']],
    ['users import --encoding ', ['utf-8', 'windows-1252']],
    ['users import completion', []],
    ['members add --role a', ['auditor', 'admin']],
    ['attendance --time-zone Europe/Ber', ['Europe/Berlin']],
    ['bookings import --time-zone U', ['UTC']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['users list --company ', []],
    ['members list ', ['--company', '--help', '--version', '--local', '--stack', '--json', '--yes']],
  ])('of "%s" suggests %j', async (line, suggestions) => {
    expect((await complete('bash', line)).split('\n').slice(0, -1)).toEqual(suggestions);
  });

  it.each([
    ['zsh', 'doctor:doctor: check'],
    ['fish', 'doctor\tdoctor: check'],
  ])('describes the suggestions in %s', async (shell, start) => {
    expect(await complete(shell, 'doc')).toMatch(start);
  });

  it('prints JSON with --json, and rejects an unknown shell', async () => {
    const script = (await runCommand(makeStores(), ['completion', 'bash'])).stdout.trimEnd();
    expect((await runJson(makeStores(), ['completion', 'bash'])).value).toEqual({ shell: 'bash', script });
    const suggested = await runCommand(makeStores(), ['--json', 'completion', 'bash', '--', 'doc']);
    const suggestions = [{ name: 'doctor', description: expect.stringMatching(/^doctor: /) }];
    expect(JSON.parse(suggested.stdout)).toEqual({ shell: 'bash', suggestions });
    expect(await runCommand(makeStores(), ['completion', 'tcsh'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('bash, zsh, fish'),
    });
  });
});

/** For each shell: code that runs before the script, and code that completes an empty word after `checkin-admin users`. */
const shells = {
  bash: ['', `COMP_WORDS=(checkin-admin users '') COMP_CWORD=2; _checkin_admin; printf '%s\\n' "\${COMPREPLY[@]}"`],
  // Without its line editor, zsh completes nothing, so the test prints what it would offer.
  zsh: [
    `compdef() { :; }; _describe() { print -rl -- "\${(@)\${(P)2}}"; }`,
    `words=(checkin-admin users ''); CURRENT=3; _checkin_admin`,
  ],
  fish: ['', `complete -C 'checkin-admin users '`],
} as const;

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
const names = Object.keys(shells) as (keyof typeof shells)[];
const missing = names.filter((shell) => !isInstalled(shell));
if (missing.length > 0) console.log(`Completion is not tested in ${missing.join(', ')}: not installed.`);

describe('The completion script', () => {
  it.each(names.filter((shell) => !missing.includes(shell)))(
    'shows the suggestions for the words up to the cursor in %s',
    async (shell) => {
      const [prelude, completion] = shells[shell];
      const { stdout: script } = await runCommand(makeStores(), ['completion', shell]);
      const program = shell === 'fish' ? 'function checkin-admin; echo $argv; end' : 'checkin-admin() { echo "$@"; }';
      const { stdout } = spawnSync(shell, ['-c', [program, prelude, script, completion].join('\n')], {
        encoding: 'utf8',
      });
      expect(stdout).toBe(`completion ${shell} -- users \n`);
    },
  );
});
