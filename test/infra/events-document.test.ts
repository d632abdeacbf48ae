import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { documentedEventTypes, eventProblems } from '../support/events-schema.ts';
import { allPropertiesOf } from './find.ts';
import { readDocumented } from './synthesise.ts';

const text = readFileSync('docs/events.md', 'utf8');

describe('docs/events.md', () => {
  it('lists every type of event, and has an example that matches the schema', () => {
    // The first table.
    const [table = ''] = /(?:^\|.*\n)+/m.exec(text) ?? [];
    const rows = [...table.matchAll(/^\| `(?<type>[a-z.]+)` /gm)].map(({ groups }) => groups?.['type']);
    expect(rows).toStrictEqual(documentedEventTypes);
    const [, example = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
    expect(eventProblems(JSON.parse(example))).toStrictEqual([]);
  });

  it('has a stack that can be synthesised, with rules for a webhook and for a SIEM', () => {
    const { template } = readDocumented('events').stack;
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
