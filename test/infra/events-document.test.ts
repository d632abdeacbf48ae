import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { documentedEventTypes, eventProblems } from '../support/events-schema.ts';
import { type Template, allPropertiesOf } from './find.ts';

const text = readFileSync('docs/events.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'events-document-'));
symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
afterAll(() => rmSync(folder, { recursive: true }));

/** Synthesises a stack whose code is in the document, in a separate process, as somebody who copied the code would. */
const synthesise = (file: string, className: string): Template => {
  const [, code = ''] = new RegExp(`\`\`\`ts ${file}\\n(.*?)\`\`\``, 's').exec(text) ?? [];
  writeFileSync(join(folder, file), code);
  const app = [
    "import { App } from 'aws-cdk-lib/core';",
    `import { ${className} } from './${file}';`,
    'const app = new App();',
    `new ${className}(app, 'Example');`,
    "process.stdout.write(JSON.stringify(app.synth().getStackByName('Example').template));",
  ];
  writeFileSync(join(folder, `app-${file}`), app.join('\n'));
  const json = execFileSync(process.execPath, [join(folder, `app-${file}`)], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], CDK_OUTDIR: join(folder, 'out') },
    maxBuffer: 10_000_000,
  });
  return JSON.parse(json) as Template;
};

describe('docs/events.md', () => {
  it('lists every type of event, and has an example that matches the schema', () => {
    const rows = [...text.matchAll(/^\| `(?<type>[a-z.]+)` /gm)].map(({ groups }) => groups?.['type']);
    expect(rows).toStrictEqual(documentedEventTypes);
    const [, example = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
    expect(eventProblems(JSON.parse(example))).toStrictEqual([]);
  });

  it('has a stack that can be synthesised, with rules for a webhook and for a SIEM', () => {
    const template = synthesise('event-rules.ts', 'EventRules');
    const rules = allPropertiesOf(template, 'AWS::Events::Rule');
    expect(rules).toHaveLength(2);
    for (const rule of rules) {
      expect(rule).toMatchObject({ EventBusName: 'desks', EventPattern: { source: ['checkin-service'] } });
      expect(documentedEventTypes).toEqual(expect.arrayContaining(rule['EventPattern']['detail-type']));
    }
    expect(rules[0]?.['Targets'][0].DeadLetterConfig).toBeDefined();
    expect(allPropertiesOf(template, 'AWS::Events::ApiDestination')).toHaveLength(1);
    expect(allPropertiesOf(template, 'AWS::KinesisFirehose::DeliveryStream')).toHaveLength(1);
  });
});
