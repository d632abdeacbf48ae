import { identifierNames } from '../rules/attributes.ts';
import type { checkinFields } from './checkin-fields.ts';
import type { FieldTexts } from './operation.ts';

/** What the API document says about the fields that a check-in request and an item of a batch have in common. */
export const checkinTexts: FieldTexts<typeof checkinFields> = {
  id: {
    description:
      'The user’s number in the company. A JSON number without a fraction: `42`, `42.0` and `4.2e1` are the same; `"42"` is rejected.',
    examples: [42],
  },
  uid: {
    description:
      'Any badge of the user, or the staff number, as a string. White space at both ends, such as the CR LF that a scanner appends, is removed; then it is compared exactly, after Unicode normalisation NFC: case, leading zeros and inner spaces matter. Invisible characters (control, format and line separator characters) are rejected, and so are lone surrogates. The length is counted in Unicode code points.',
    examples: ['BADGE-0001'],
  },
  email: {
    description:
      'The user’s e-mail address: one address, without a display name. White space at both ends is removed. Compared in lower case, after Unicode normalisation NFC.',
    examples: ['ada@demo.example'],
  },
  date: {
    description:
      'The time to check in for: a date-time of RFC 3339, past or future, with `T`, seconds and an offset that is `Z` or has a colon. By default, the time at which the request arrives. Digits past milliseconds are cut off; a leap second means the instant that follows it. A deployment can reject a time that is too far in the future (by default in production, more than 60 minutes); the error says by how much.',
    examples: ['2026-11-21T08:59:30+01:00'],
  },
  notify: {
    description:
      '`true`: push to the user’s devices if this request checked in at least one booking. By default, no push.',
    examples: [true],
  },
  reader: {
    description:
      'The name of the door or device, without control characters. White space at both ends is removed. It is recorded with the check-in and in the log.',
    examples: ['Main entrance'],
  },
};

const identifiers = ['id', ...identifierNames].map((name) => `\`${name}\``);

export const ONE_IDENTIFIER = `One of ${identifiers.slice(0, -1).join(', ')} and ${identifiers.at(-1)} is required; if several are given, all must belong to the same user.`;
