import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { stages } from '../../lib/aws/stages.ts';
import type { StageSettings } from '../../lib/aws/stage-settings.ts';

const text = readFileSync('docs/privacy.md', 'utf8');

describe('docs/privacy.md', () => {
  it('says how long the stages keep data', () => {
    const { dev, prod } = stages as { readonly dev: StageSettings; readonly prod: StageSettings };
    for (const stage of [dev, prod]) {
      expect(text).toContain(`${stage.checkinLogDays} days (\`checkinLogDays\``);
      expect(text).toContain(`${stage.adminLogDays} days (\`adminLogDays\``);
    }
    expect(text).toContain(`${dev.logRetentionDays} days, ${prod.logRetentionDays} in \`prod\` (\`logRetentionDays\``);
  });
});
