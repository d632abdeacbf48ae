export interface Request {
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Response {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a request to a target such as `POST /auth`. */
export type Send = (target: string, request?: Request) => Promise<Response>;

/** Statuses of temporary failures, which a gate retries. On a busy machine, functions can miss their deadlines. */
const TEMPORARY: ReadonlySet<number> = new Set([502, 503, 504]);
const MAX_ATTEMPTS = 10;

/** Makes functions that send requests to the API at `url`: one that retries temporary failures, and one that does not. */
export const makeSender = (url: string): { send: Send; sendOnce: Send } => {
  const sendOnce: Send = async (target, { token, headers, body } = {}) => {
    const [method = '', path = ''] = target.split(' ');
    const isText = typeof body === 'string';
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const received = (await response.json().catch(() => ({}))) as Response['body'];
    return { status: response.status, headers: Object.fromEntries(response.headers), body: received };
  };
  const send: Send = async (target, request) => {
    let response = await sendOnce(target, request);
    for (let times = 1; times < MAX_ATTEMPTS && TEMPORARY.has(response.status); times += 1)
      response = await sendOnce(target, request);
    return response;
  };
  return { send, sendOnce };
};
