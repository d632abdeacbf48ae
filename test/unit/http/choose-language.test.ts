import { describe, expect, it } from '@jest/globals';
import { consoleTexts } from '../../../functions/admin/console-error.ts';
import { chooseLanguage, languages } from '../../../shared/http/choose-language.ts';
import { describeCheckin, describeProblem } from '../../../shared/messages/messages.ts';
import { identifierNames } from '../../../shared/rules/attributes.ts';
import type { FieldProblem } from '../../../shared/rules/field-rule.ts';

const choose = (value?: string) =>
  chooseLanguage({ headers: value === undefined ? {} : { 'accept-language': value } }).tag;

describe('The language of a message', () => {
  it.each([
    ['en', undefined],
    ['en', '*'],
    ['pt-BR', 'pt-BR'],
    ['pt-BR', 'pt'],
    ['es', 'es-419, es;q=0.9, en;q=0.8'],
    ['es', 'pt-BR;q=0.8,es;q=0.9'],
    ['pt-BR', 'pt,es'],
    ['es', 'fr, es;q=0.1'],
    ['de', 'de-AT, es;q=0.1'],
    ['es', 'es ; q=0.5 , en;q=0.499'],
    ['en', '*;q=0.9, es;q=0.5'],
    ['es', 'pt;q=0.999, es;q=1'],
    ['es', 'pt;q=0.999, es;q=1.'],
    ['pt-BR', 'es;q=0.000,pt;q=0.001'],
  ])('is %s for the preferences %p', (tag, value) => {
    expect(choose(value)).toBe(tag);
  });

  it.each(['es;q=1.1', '!es', 'es;level=1', 'español', ',,,'])(
    'does not depend on malformed parts of the header, such as %p',
    (malformed) => {
      expect(choose(malformed)).toBe('en');
      expect(choose(`${malformed}, pt`)).toBe('pt-BR');
    },
  );

  it('is found in a header of any length', () => {
    expect(choose(`${'a-'.repeat(50_000)};q=${'0'.repeat(50_000)},${','.repeat(50_000)}es`)).toBe('es');
  });
});

describe.each(languages)('In $tag', (language) => {
  const { errors, fields } = language.messages;

  it.each<FieldProblem>([
    { kind: 'integer', min: 3, max: 7 },
    { kind: 'text', minLength: 3, maxLength: 7 },
    { kind: 'email', minLength: 3, maxLength: 7, pattern: '' },
    { kind: 'texts', max: 2, item: { kind: 'identifier', minLength: 3, maxLength: 7 } },
    { kind: 'invisible-character', character: 'U+200B', after: 'B-5' },
    { kind: 'first-control-character', character: 'U+0007', after: '' },
    { kind: 'set', values: ['3', '7'] },
    { kind: 'date-time' },
    { kind: 'required' },
  ])('the message about a field names the field and its limits: $kind', (problem) => {
    const message = describeProblem('theField', problem, language);
    expect(message).toMatch(/^theField .+\.$/);
    for (const [limit] of JSON.stringify(problem).matchAll(/\d/g)) expect(message).toContain(limit);
  });

  it('every message differs from the message in the other languages, and field names are not translated', () => {
    for (const other of languages.filter(({ tag }) => tag !== language.tag))
      for (const [code, message] of Object.entries(other.messages.errors))
        expect(message).not.toBe(errors[code as keyof typeof errors]);
    expect(errors.invalid_field).toContain('errors');
    expect(errors.invalid_idempotency_key).toContain('Idempotency-Key');
    for (const name of ['id', ...identifierNames]) {
      expect(fields['identifier-required']).toMatch(new RegExp(String.raw`\b${name}\b`));
      expect(consoleTexts[language.tag].errors.identifier_required).toMatch(new RegExp(String.raw`\b${name}\b`));
    }
  });

  it('the message for a count of one is in the singular', () => {
    const describeCount = (checkinCount: number) => describeCheckin({ at: 0, checkinCount }, language);
    expect(describeCount(1)).toContain('1');
    expect(describeCount(2).replace('2', '1')).not.toBe(describeCount(1));
  });
});
