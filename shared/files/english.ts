import rules from '../rules/locales/en.json' with { type: 'json' };
import texts from './locales/en.json' with { type: 'json' };
import { formatFileReason, formatReason, type FileReason, type Reason } from './reason.ts';

/** The reasons in English, with our names for the fields, as a sentence without its full stop. */
export const describeReasons = (reasons: readonly Reason[]): string =>
  reasons.map((reason) => formatReason('en', { ...texts, rules }, reason)).join('; ');

export const describeFileReason = (reason: FileReason): string => formatFileReason('en', texts, reason);
