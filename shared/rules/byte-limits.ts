export const MAX_BODY_BYTES = 16 * 1024;

/** Bytes of a JSON body that lists items (batch, sync), or of a chunk of an import file. */
export const MAX_LIST_BODY_BYTES = 256 * 1024;

/** Bytes of a record of an import file: far more than any record needs. */
export const MAX_LINE_BYTES = 64 * 1024;
