import { describe, expect, it } from '@jest/globals';
import type { FieldRule } from '../../../shared/rules/field-rule.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { describeLength, describeRule, readValue } from '../../../shared/rules/read-value.ts';
import { foldEmail } from '../../../shared/rules/outside-text.ts';

/** Returns undefined if the value is valid. */
const describeInvalid = (rule: FieldRule, value: unknown): string | undefined => {
  const read = readValue(rule, value);
  return 'problem' in read ? describeRule(read.problem) : undefined;
};

describe('E-mail addresses', () => {
  it.each([
    ['upper and lower case', 'ANA@Acme.Example', 'ana@acme.example'],
    ['composed and decomposed letters', 'jose\u0301@acme.example', 'jos\u00e9@acme.example'],
    ['the case of a letter that is composed only in lower case', '\u03aa\u0301@acme.example', '\u0390@acme.example'],
  ])('that differ only in %s are the same', (_, one, other) => {
    expect(foldEmail(one)).toBe(foldEmail(other));
  });

  it.each([
    ['full-width letters', '\uff41na@acme.example', 'ana@acme.example'],
    ['a sharp s and a double s', 'strauß@acme.example', 'strauss@acme.example'],
  ])('that differ in %s belong to different people', (_, one, other) => {
    expect(foldEmail(one)).not.toBe(foldEmail(other));
  });
});

it('A folded e-mail address must not exceed the maximum length, even if the address did not before folding', () => {
  expect(describeInvalid(fields.email, `${'\u0130'.repeat(126)}@a`)).toBeUndefined();
  expect(describeInvalid(fields.email, `${'\u0130'.repeat(127)}@a`)).toBeDefined();
});

it('An e-mail address has no white space of any kind inside', () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  for (const space of characters.filter((one) => /\s/.test(one)))
    for (const address of [`a${space}b@c`, `a@b${space}c`, `"a${space}b"@c`])
      expect([address, describeInvalid(fields.email, address)]).not.toEqual([address, undefined]);
});

describe('The field', () => {
  it.each([
    ['id', fields.userId, [1, 42.0, 4.2e1, Number.MAX_SAFE_INTEGER]],
    ['uid', fields.uid, ['0042', 'x'.repeat(128), '\u{1f600}'.repeat(128), `\r\n${'x'.repeat(128)} `]],
    ['email', fields.email, ['a@b', '"a@b"@c', "o'hara+x@[192.0.2.1]", `${'x'.repeat(250)}@b.c`, ' äö@ü\n']],
    ['reader', fields.reader, ['🚪'.repeat(128), 'Main\u200b entrance\r\n']],
  ])('`%s` has valid values', (_, rule, values) => {
    for (const value of values) expect([value, describeInvalid(rule, value)]).toEqual([value, undefined]);
  });

  it.each([
    [fields.userId, [0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, Number.POSITIVE_INFINITY, '42', true, {}]],
    [fields.uid, ['', ' \r\n', 'x'.repeat(129), '\u{1f600}'.repeat(129), '\ud800', 42]],
    [
      fields.email,
      [
        'ab',
        `${'x'.repeat(251)}@b.c`,
        '@bc',
        'ab@',
        'abc',
        'a@\udfff',
        null,
        'a@b@c',
        'a b@c',
        'mailto:a@b',
        'Ada <a@b>',
        '<a@b>',
        'a@b; c@d',
        'a@b,c@d',
        '"a b"@c',
        'a@b\u00a0c',
      ],
    ],
    [fields.uids, [['A', {}], [null]]],
    [fields.reader, ['', ' ', '\u200b', 'x'.repeat(129), '\ud800', 7]],
  ])('has invalid values, which are rejected with a description of the rule %j', (rule, values) => {
    for (const value of values) expect([value, describeInvalid(rule, value)]).toEqual([value, describeRule(rule)]);
  });
});

describe('A value from outside', () => {
  it.each<[FieldRule, unknown, unknown]>([
    [fields.uid, 'BADGE-0003\r\n', 'BADGE-0003'],
    [fields.uids, [' A', 'B\u00a0'], ['A', 'B']],
    [fields.email, ' ADA@demo.example\ufeff', 'ada@demo.example'],
    [fields.personName, '\u200bJose\u0301 ', 'Jos\u00e9'],
    [fields.bookingKind, 'position ', 'position'],
    [fields.language, ' de', 'de'],
    [fields.clientSecret, 'secret ', 'secret '],
  ])('by the rule %j, %j is read as %j', (rule, raw, value) => {
    expect(readValue(rule, raw)).toEqual({ value });
  });

  it.each<[FieldRule, unknown, string]>([
    [fields.uid, 'BADGE-5\u200b', 'must not contain U+200B, an invisible character, after "BADGE-5"'],
    [fields.uid, '\u202eBADGE-5', 'must not begin with U+202E, an invisible character'],
    [fields.uids, ['A', 'B\u0000C'], 'must not contain U+0000, a control character, after "B"'],
    [fields.email, 'ada\u200b@demo.example', 'must not contain U+200B, an invisible character, after "ada"'],
    [fields.companyId, 'de\nmo', 'must not contain U+000A, a control character, after "de"'],
    [fields.reader, 'Main\nentrance', 'must not contain U+000A, a control character, after "Main"'],
    [fields.reader, '\u0085', 'must not begin with U+0085, a control character'],
    [fields.uids, ['A', 'A '], 'must be a list of 1 to 5 different strings of 1 to 128 characters'],
  ])('by the rule %j, %j %s', (rule, raw, problem) => {
    expect(describeInvalid(rule, raw)).toBe(problem);
  });
});

it('The language of a person is any well-formed language tag', () => {
  for (const tag of ['de', 'pt-BR', 'zh-Hant-TW', 'sr-Latn-RS', 'es-419', 'de-CH-1996', 'x-desk', 'en-u-ca-gregory'])
    expect([tag, describeInvalid(fields.language, tag)]).toEqual([tag, undefined]);
  for (const tag of ['', 'd', 'de_DE', 'de-', 'de-DE-', '-de', 'Deutsch (Schweiz)', 'a-b', 'e'.repeat(65)])
    expect([tag, describeInvalid(fields.language, tag)]).toEqual([tag, describeRule(fields.language)]);
  const long = '-abcdefgh'.repeat(7);
  expect(describeInvalid(fields.language, `x${long}`)).toBeUndefined();
  expect(describeInvalid(fields.language, `de${long}`)).toBe(describeRule(fields.language));
});

describe('The endpoint of a device', () => {
  const endpoint = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';

  it('is the ARN of a platform endpoint', () => {
    for (const one of [
      endpoint,
      'arn:aws-cn:sns:cn-north-1:123456789012:endpoint/GCM/desk_app.2/5e3e9847-3183',
      'arn:aws-us-gov:sns:us-gov-west-1:123456789012:endpoint/APNS_SANDBOX/desk-app/5e3e9847',
    ])
      for (const text of [one, ` ${one}\n`]) expect(readValue(fields.endpointArn, text)).toEqual({ value: one });
    for (const other of [
      [endpoint],
      { toString: () => endpoint },
      null,
      42,
      'arn:aws:sns:eu-central-1:123456789012:topic',
      'arn:aws:sns:eu-central-1:123456789012:app/APNS/desk-app',
      'arn:aws:sqs:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847',
      `${endpoint} 1`,
      `${endpoint}\u200b`,
    ])
      expect(describeInvalid(fields.endpointArn, other)).toMatch(
        /^must be the ARN of an SNS platform endpoint, such as arn:/,
      );
  });

  it('has at most 2,048 characters', () => {
    const arn = endpoint.padEnd(2048, '0');
    expect(describeInvalid(fields.endpointArn, arn)).toBeUndefined();
    expect(describeInvalid(fields.endpointArn, `${arn}0`)).toBeDefined();
  });
});

it.each<[string, FieldRule, string]>([
  ['an id', fields.userId, 'must be an integer from 1 to 9007199254740991'],
  ['a badge', fields.uid, 'must be a string of 1 to 128 characters'],
  ['a name', fields.personName, 'must be a string of 1 to 128 characters without control characters'],
  ['an e-mail address', fields.email, 'must be one e-mail address of 3 to 254 characters, such as ada@example.com'],
  ['a date-time', fields.dateTime, 'must be an RFC 3339 date-time with an offset, such as 2026-11-21T08:00:00+01:00'],
  ['a day', fields.day, 'must be a day, such as 2026-11-21'],
  [
    'a time zone',
    fields.timeZone,
    'must be the IANA name or the offset of a time zone, such as Europe/Berlin or +01:00',
  ],
  ['a language', fields.language, 'must be a language tag, such as en, pt-BR or de-CH'],
  ['the lifetime of a secret', fields.expiresInDays, 'must be one of 30, 90, 180, 365'],
  [
    'networks',
    fields.allowedIps,
    'must be a list of up to 20 different networks in CIDR form, such as 203.0.113.0/24 or 2001:db8::/32',
  ],
  ['scopes', fields.scopes, 'must be a list of one or more of checkin, sync, each at most once'],
  ['the items of a batch', fields.items, 'must be a list of 1 to 100 items'],
  ['an Idempotency-Key', fields.idempotencyKey, 'must be 1 to 128 visible ASCII characters'],
])('The description of %s says which values are valid', (_, rule, description) => {
  expect([describeRule(rule), describeInvalid(rule, null)]).toEqual([description, description]);
});

it('The description of a length names its limits', () => {
  expect(describeLength(fields.uid)).toBe('1 to 128 characters');
});
