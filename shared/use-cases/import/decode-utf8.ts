/** `ignoreBOM`: a U+FEFF that begins a uid is a character of it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What is said of a line that is no text. */
export const NOT_UTF8 = 'is not encoded in UTF-8';

/**
 * Lossy decoding would turn different wrong bytes into the same U+FFFD, and two different uids into one.
 * @param bytes one a character. @returns undefined where they are not UTF-8.
 */
export const decodeUtf8 = (bytes: string): string | undefined => {
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
};
