import { describe, expect, it } from '@jest/globals';
import { makeStores, runCommand, runJson } from '../run-command.ts';

const good = { check: 'table', ok: true, message: 'It is there.' };
const warning = { check: 'version', ok: true, isWarning: true, message: 'It is older.' };
const bad = { check: 'table users', ok: false, message: 'It is gone\u001b. Deploy it.' };

describe('doctor', () => {
  it('prints a line for each finding, and ends with exit code 0 even if there is a warning', async () => {
    const result = await runCommand(makeStores(), ['doctor', '--local'], { findings: [good, warning] });
    const stdout = 'ok    table: It is there.\nWARN  version: It is older.\n';
    expect(result).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('ends with exit code 1 if something is wrong', async () => {
    const { code, stdout } = await runCommand(makeStores(), ['doctor', '--local'], { findings: [bad] });
    expect([code, stdout]).toEqual([1, 'FAIL  table users: It is gone\\u001b. Deploy it.\n']);
  });

  it('prints one JSON value with --json', async () => {
    const { code, value, stderr } = await runJson(makeStores(), ['doctor'], { findings: [good, bad] });
    expect([code, value]).toEqual([1, { ok: false, findings: [good, bad] }]);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'unhealthy' } });
  });
});
