export interface RequestTarget {
  /** Percent-encoding undone, as HTTP APIs hand it on; left as sent where it cannot be undone. */
  readonly path: string;
  /** What follows the `?`, as sent. */
  readonly query: string;
}

/** A proxy asks with the whole URL, which a server has to understand too (RFC 9112, section 3.2.2). */
const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?]*/i;

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Takes the target of a request line apart. */
export const parseTarget = (target: string): RequestTarget => {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target.replace(SCHEME_AND_AUTHORITY, '')) ?? [];
  return { path: decodePath(path) || '/', query };
};
