/** What the upgrade drills send, to a service on this machine or to a stack in moto. */
export interface Request {
  readonly token?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request to one version of the service. `target`: such as `POST /auth`. */
export type Call = (target: string, request?: Request) => Promise<Reply>;

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const TRIES = 10;

/** @param url the address of a service on this machine. A 503 is repeated, as clients do: the machine may be busy. */
export const callAt = (url: string): Call => {
  const send: Call = async (target, { token, body, headers } = {}) => {
    const [method = '', path = ''] = target.split(' ');
    const response = await fetch(url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return async (target, request) => {
    let reply = await send(target, request);
    for (let tries = 1; tries < TRIES && reply.status === 503; tries += 1) reply = await send(target, request);
    return reply;
  };
};

export const logIn = (call: Call, { clientId, clientSecret }: Credentials): Promise<Reply> =>
  call('POST /auth', { body: { clientId, clientSecret } });

/** @param from the reply whose refresh token is used */
export const refresh = (call: Call, from: Reply): Promise<Reply> =>
  call('GET /auth/refresh-token', { token: String(from.body['refreshToken']) });

/** @param tokens the reply whose access token is used */
export const checkIn = (call: Call, tokens: Reply, body: object, headers = {}): Promise<Reply> =>
  call('POST /scheduling/checkin', { token: String(tokens.body['accessToken']), body, headers });

/** Whether two replies have the same body, byte for byte. */
export const isSame = (one: Reply, other: Reply): boolean => JSON.stringify(one.body) === JSON.stringify(other.body);

export const countOf = ({ body }: Reply): number => Number(body['checkinCount']);
