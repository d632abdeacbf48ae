import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';

const TERMINAL = pathToFileURL(join(import.meta.dirname, '../../../lib/cli/terminal.ts'));

const PROGRAM = `
  const { processTerminal } = await import(${JSON.stringify(TERMINAL.href)});
  console.log('answer:', await processTerminal().ask('Continue? '));
`;

it('A program ends after the answer to a question, although its terminal stays open', async () => {
  // Node.js cannot make a terminal, but Python can, except on Windows.
  if (spawnSync('python3', ['-c', 'import pty']).status !== 0) {
    process.stderr.write('The test of questions is skipped, because python3 has no terminals or is not installed.\n');
    return;
  }
  const node = [process.execPath, '--input-type=module', '--eval', PROGRAM];
  const terminal = spawn('python3', ['-c', 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))', ...node], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 4_000,
  });
  const ended = once(terminal, 'exit');
  terminal.stdin.write('yes\n');
  expect(await text(terminal.stdout)).toContain('answer: yes');
  expect(await ended).toEqual([0, null]);
});
