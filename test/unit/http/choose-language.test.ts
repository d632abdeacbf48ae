import { describe, expect, it } from '@jest/globals';
import { chooseLanguage, languages } from '../../../shared/http/choose-language.ts';
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
    ['es', 'de, es;q=0.1'],
    ['es', 'es ; q=0.5 , en;q=0.499'],
    ['en', '*;q=0.9, es;q=0.5'],
    ['es', 'pt;q=0.999, es;q=1'],
    ['es', 'pt;q=0.999, es;q=1.'],
    ['pt-BR', 'es;q=0.000,pt;q=0.001'],
  ])('is %s for the preferences %p', (tag, value) => {
    expect(choose(value)).toBe(tag);
  });

  it.each(['es;q=1.1', 'es;level=1', 'español', ',,,'])(
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

const faults: FieldProblem[] = [
  { kind: 'integer', min: 3, max: 7 },
  { kind: 'text', minLength: 3, maxLength: 7 },
  { kind: 'email', minLength: 3, maxLength: 7, pattern: '' },
  { kind: 'date-time' },
  { kind: 'boolean' },
  { kind: 'required' },
];

describe.each(languages)('In $tag', ({ tag, messages }) => {
  it('the message about a field names the field and its limits', () => {
    for (const fault of faults) {
      const describeFault = messages.fields[fault.kind] as (field: string, fault: FieldProblem) => string;
      const message = describeFault('theField', fault);
      expect(message).toMatch(/^theField .+\.$/);
      for (const limit of Object.values(fault).filter((value) => typeof value === 'number'))
        expect(message).toContain(String(limit));
    }
  });

  it('every message differs from the message in the other languages, and field names are not translated', () => {
    const others = languages.filter((other) => other.tag !== tag);
    for (const [code, message] of Object.entries(messages.errors))
      for (const other of others) expect(other.messages.errors[code as keyof typeof messages.errors]).not.toBe(message);
    expect(messages.errors.invalid_field).toContain('errors');
    expect(messages.errors.invalid_idempotency_key).toContain('Idempotency-Key');
    expect(messages.fields['identifier-required']('id', { kind: 'identifier-required' })).toMatch(/id, uid.*email/);
  });

  it('the message for a count of one is in the singular', () => {
    const { done } = messages.checkin;
    expect(done(1)).toContain('1');
    expect(done(2).replace('2', '1')).not.toBe(done(1));
  });
});
