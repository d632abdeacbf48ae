/** The maximum size of a JSON body, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024;

/** The maximum size of a list of items (batch, sync) and of a chunk of an import file, in bytes of UTF-8. */
export const MAX_LIST_BODY_BYTES = 256 * 1024;

/** The maximum size of a record of an import file, in bytes: far more than any user or booking needs. */
export const MAX_LINE_BYTES = 64 * 1024;
