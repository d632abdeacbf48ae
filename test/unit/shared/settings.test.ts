import { describe, expect, it } from '@jest/globals';
import { readSettings, variableOf } from '../../../shared/settings.ts';

describe('readSettings', () => {
  it('returns the requested settings, typed', () => {
    const environment = { USERS_TABLE: 'Users', ACCESS_TOKEN_SECONDS: '3600', BOOKINGS_TABLE: 'unasked' };
    expect(readSettings(environment, ['usersTable', 'accessTokenSeconds'])).toEqual({
      usersTable: 'Users',
      accessTokenSeconds: 3_600,
    });
  });

  it('names all missing and malformed variables in one error', () => {
    const environment = { USERS_TABLE: '', ACCESS_TOKEN_SECONDS: '1h' };
    expect(() => readSettings(environment, ['usersTable', 'bookingsTable', 'accessTokenSeconds'])).toThrow(
      'Wrong settings: USERS_TABLE is missing; BOOKINGS_TABLE is missing; ' +
        'ACCESS_TOKEN_SECONDS is "1h" and must be a whole number of seconds, from 1 to 31536000.',
    );
  });

  it.each(['0', '-1', '1.5', '1e3', ' 60', '0x10', '31536001', '1'.repeat(10)])('rejects the lifetime %p', (value) => {
    expect(() => readSettings({ REFRESH_GRACE_SECONDS: value }, ['refreshGraceSeconds'])).toThrow('whole number');
  });

  it.each(['en', 'pt-BR', 'es', 'de'])('accepts the language %s', (value) => {
    expect(readSettings({ DEFAULT_LANGUAGE: value }, ['defaultLanguage'])).toEqual({ defaultLanguage: value });
  });

  it.each(['pt', 'pt-br', 'EN', 'fr', ' es', 'en,es', 'constructor'])('rejects the language %p', (value) => {
    expect(() => readSettings({ DEFAULT_LANGUAGE: value }, ['defaultLanguage'])).toThrow(
      `Wrong settings: DEFAULT_LANGUAGE is "${value}" and must be one of en, pt-BR, es, de.`,
    );
  });

  it('reads each setting from the variable that variableOf names', () => {
    expect(readSettings({ [variableOf('tokenIssuer')]: 'https://api.example' }, ['tokenIssuer'])).toEqual({
      tokenIssuer: 'https://api.example',
    });
  });
});
