/**
 * Folds an e-mail address for storage and comparison: NFC, lower case, and NFC again, since lower-casing can undo NFC. NFKC or
 * full case folding would make the addresses of different people equal.
 */
export const foldEmail = (email: string): string => email.normalize('NFC').toLowerCase().normalize('NFC');
