import { describe, expect, it } from '@jest/globals';
import { makeStores, runCommand } from '../run-command.ts';

const good = { check: 'clock', ok: true, message: 'It is right.' };
const bad = { check: 'table users', ok: false, message: 'It is gone\u001b. Deploy it.' };

describe('doctor', () => {
  it('prints a line for each finding', async () => {
    const result = await runCommand(makeStores(), ['doctor', '--local'], { findings: [good] });
    expect(result).toEqual({ code: 0, stdout: 'ok    clock: It is right.\n', stderr: '' });
  });

  it('marks a warning, and still ends with exit code 0', async () => {
    const warning = { check: 'version', ok: true, isWarning: true, message: 'It is older.' };
    const result = await runCommand(makeStores(), ['doctor', '--local'], { findings: [warning] });
    expect(result).toEqual({ code: 0, stdout: 'WARN  version: It is older.\n', stderr: '' });
  });

  it('ends with exit code 1 if something is wrong', async () => {
    const { code, stdout } = await runCommand(makeStores(), ['doctor', '--local'], { findings: [good, bad] });
    expect([code, stdout]).toEqual([
      1,
      'ok    clock: It is right.\nFAIL  table users: It is gone\\u001b. Deploy it.\n',
    ]);
  });

  it('prints one JSON value with --json', async () => {
    const { code, stdout, stderr } = await runCommand(makeStores(), ['doctor', '--json'], { findings: [good, bad] });
    expect([code, JSON.parse(stdout)]).toEqual([1, { ok: false, findings: [good, bad] }]);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'unhealthy' } });
  });
});
