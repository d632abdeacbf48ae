import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readStage } from '../../lib/aws/read-stage.ts';
import { stageSettingsSchema } from '../../lib/aws/stage-settings.ts';
import { stages } from '../../lib/aws/stages.ts';

const faultOf = (context: Record<string, unknown>): string => {
  try {
    readStage(context);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
};

describe('readStage', () => {
  it.each(Object.keys(stages))('reads stage %s', (stage) => {
    expect(readStage({ stage })).toStrictEqual({ name: stage, settings: stages[stage] });
  });

  it('reads settings from the context, and accepts numbers and booleans as strings, as the command line sets them', () => {
    const { settings } = readStage({
      stage: 'dev',
      accessTokenSeconds: '600',
      keepData: 'true',
      alarmEmail: 'ops@x.org',
    });
    expect(settings).toMatchObject({ accessTokenSeconds: 600, keepData: true, alarmEmail: 'ops@x.org' });
  });

  it("ignores the CDK's own context", () => {
    const context = { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:x': true, 'vpc-provider:account=1': {} };
    expect(readStage({ stage: 'dev', ...context }).settings).toStrictEqual(stages['dev']);
  });

  it.each([
    [{ stage: 'prdo' }, 'Stage "prdo" is unknown; use -c stage= with one of dev, prod.'],
    [{ stage: 'constructor' }, 'Stage "constructor" is unknown; use -c stage= with one of dev, prod.'],
    [
      { stage: 'dev', accessTokenSeconds: '1h' },
      'Setting accessTokenSeconds of stage "dev" is "1h" and must be a whole number from 60 to 86400.',
    ],
    [
      { stage: 'dev', provisionedConcurrency: { push: 1 } },
      'Stage "dev" has an unknown setting provisionedConcurrency.push;',
    ],
    [{ stage: 'dev', keepData: 'yes' }, 'Setting keepData of stage "dev" is "yes" and must be true or false.'],
    [
      { stage: 'dev', defaultLanguage: 'pt' },
      'Setting defaultLanguage of stage "dev" is "pt" and must be one of en, pt-BR, es, de.',
    ],
    [{ stage: 'dev', alarmEmail: 'ops' }, 'Setting alarmEmail of stage "dev" is "ops" and must be an e-mail address.'],
    [
      { stage: 'dev', corsOrigins: ['*'] },
      'Setting corsOrigins.0 of stage "dev" is "*" and must be an origin such as https://desk.example.com.',
    ],
    [
      { stage: 'dev', customDomain: 'x.org' },
      'Setting customDomain of stage "dev" is "x.org" and must be an object of settings, as in lib/aws/stages.ts.',
    ],
    [
      { stage: 'dev', consoleIssuer: 'https://login.example.com' },
      'Stage "dev" needs both consoleIssuer and consoleClientId, or neither: consoleClientId is the console’s id at the issuer.',
    ],
    [
      { stage: 'dev', consoleIssuer: 'http://login.example.com' },
      'Setting consoleIssuer of stage "dev" is "http://login.example.com" and must be a URL such as https://login.example.com.',
    ],
    [{ stage: 'dev', throttles: {} }, 'Setting throttles.auth of stage "dev" is missing.'],
  ])('rejects %j with a sentence', (context, sentence) => {
    expect(faultOf(context)).toContain(sentence);
  });

  it('lists the existing settings if a setting does not exist', () => {
    expect(faultOf({ stage: 'dev', accesTokenSeconds: 60 })).toMatch(
      /^Stage "dev" has an unknown setting accesTokenSeconds; the settings are accessTokenSeconds, refreshTokenSeconds, /,
    );
    expect(faultOf({ stage: 'dev', backup: { everyHour: 6, keepDays: 35, lock: 'none' } })).toMatch(
      / an unknown setting backup\.everyHour; the settings are everyHours, keepDays, lock, copyTo\.$/,
    );
    expect(faultOf({ stage: 'dev', provisionedConcurrency: { push: 5 } })).toMatch(
      / an unknown setting provisionedConcurrency\.push; the settings are (?!.*push).*checkin/,
    );
  });

  it('accepts only settings that docs/settings.md explains, and awsEndpointUrl, which only npm run sam sets', () => {
    const text = readFileSync('docs/settings.md', 'utf8');
    const unexplained = Object.keys(stageSettingsSchema.entries).filter((name) => !text.includes(`\`${name}\``));
    expect(unexplained).toStrictEqual(['awsEndpointUrl']);
  });

  it('has the defaults that docs/settings.md states', () => {
    const text = readFileSync('docs/settings.md', 'utf8');
    const stated = [...text.matchAll(/`(\w+)` \(`?(\d+|true|false|[\w-]+(?=`))`?[^;)]*(?:; `prod`: `?(\w+))?/g)];
    expect(stated.length).toBeGreaterThan(15);
    const settings = Object.entries(stages['dev'] ?? {}).filter(([, value]) => typeof value !== 'object');
    for (const [, name = '', dev, prod = dev] of stated.filter(([, one]) =>
      settings.some(([known]) => known === one),
    )) {
      const found = [stages['dev'], stages['prod']].map((stage) => (stage as Record<string, unknown>)[name]);
      expect([name, ...found.map(String)]).toStrictEqual([name, dev, prod]);
    }
  });

  it('reports every fault at once', () => {
    expect(faultOf({ stage: 'dev', memoryMegabytes: 1, logRetentionDays: 2 })).toMatch(
      /logRetentionDays.*\. .*memoryMegabytes/,
    );
  });
});
