import { describe, expect, it } from '@jest/globals';
import { toGatewayEvent, type HttpRequest } from '../../../../lib/local/gateway/event.ts';

const request: HttpRequest = {
  method: 'POST',
  target: '/auth',
  version: '1.1',
  rawHeaders: ['Host', 'gate.example.com:3000', 'Content-Type', 'application/json'],
  body: Buffer.from('{"clientId":"é"}'),
  remoteAddress: '127.0.0.1',
  localPort: 3000,
  requestId: 'JKJaXmPLvHcESHA=',
  receivedAt: Date.UTC(2026, 10, 21, 8, 0, 0, 7),
};

const eventOf = (changes: Partial<HttpRequest>) =>
  toGatewayEvent({ ...request, ...changes }, { routeKey: 'POST /auth' });

const withHeaders = (...rawHeaders: string[]) => eventOf({ rawHeaders });

describe('The event of a request', () => {
  it('has the payload format 2.0 of API Gateway, for a POST with a JSON body', () => {
    const rawHeaders = [...request.rawHeaders, 'User-Agent', 'curl/8.2.1', 'X-Gate', 'north', 'x-gate', 'south'];
    expect(eventOf({ target: '/auth?lang=en&lang=de&name=J%C3%BCrgen+M', rawHeaders })).toStrictEqual({
      version: '2.0',
      routeKey: 'POST /auth',
      rawPath: '/auth',
      rawQueryString: 'lang=en&lang=de&name=J%C3%BCrgen+M',
      headers: {
        'content-length': '17',
        'content-type': 'application/json',
        host: 'gate.example.com:3000',
        'user-agent': 'curl/8.2.1',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': '3000',
        'x-forwarded-proto': 'http',
        'x-gate': 'north,south',
      },
      queryStringParameters: { lang: 'en,de', name: 'Jürgen M' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: 'gate.example.com',
        domainPrefix: 'gate',
        http: { method: 'POST', path: '/auth', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'curl/8.2.1' },
        requestId: 'JKJaXmPLvHcESHA=',
        routeKey: 'POST /auth',
        stage: '$default',
        time: '21/Nov/2026:08:00:00 +0000',
        timeEpoch: 1_795_248_000_007,
      },
      body: '{"clientId":"é"}',
      isBase64Encoded: false,
    });
  });

  it('has no members for the body and the query if a GET has neither', () => {
    const event = eventOf({ method: 'GET', rawHeaders: request.rawHeaders.slice(0, 2), body: Buffer.of() });
    expect(event).toMatchObject({ rawQueryString: '', headers: { 'content-length': '0' }, isBase64Encoded: false });
    expect(Object.keys(event)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(body|query|path)/)]));
    expect(event.requestContext.http.userAgent).toBe('');
  });

  it('adds the address of the caller to X-Forwarded-For, and replaces the other X-Forwarded headers', () => {
    const { headers } = withHeaders('X-Forwarded-For', '203.0.113.7', 'X-Forwarded-Proto', 'https');
    expect(headers).toMatchObject({ 'x-forwarded-for': '203.0.113.7,127.0.0.1', 'x-forwarded-proto': 'http' });
  });

  it('omits cookies and the headers that concern the connection', () => {
    const { headers } = withHeaders('Connection', 'keep-alive', 'Transfer-Encoding', 'chunked', 'Cookie', 'a=1');
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(connection|transfer|cookie)/)]),
    );
  });

  it.each([
    ['/a%2Fb%20c', '/a/b c'],
    ['/100%', '/100%'],
    ['http://gate.example.com/auth?x=1', '/auth'],
    ['http://gate.example.com', '/'],
    ['*', '*'],
  ])('for the target %s has the path %s', (target, rawPath) => {
    expect(eventOf({ target }).rawPath).toBe(rawPath);
  });

  it('contains a query with broken percent-encoding unchanged', () => {
    const { rawQueryString, queryStringParameters } = eventOf({ target: '/auth?rate=100%&__proto__=x' });
    expect(rawQueryString).toBe('rate=100%&__proto__=x');
    expect(Object.entries(queryStringParameters ?? {})).toEqual([
      ['rate', '100%'],
      ['__proto__', 'x'],
    ]);
  });
});

describe('The body of an event', () => {
  it.each(['Application/JSON; charset=utf-8', 'application/xml', 'text/csv'])(
    'is text if the content type is %s',
    (contentType) => {
      const event = withHeaders('Content-Type', contentType);
      expect(event).toMatchObject({ body: '{"clientId":"é"}', isBase64Encoded: false });
    },
  );

  it.each(['application/x-www-form-urlencoded', 'application/jsonlines', 'image/png'])(
    'is base64 if the content type is %s',
    (contentType) => {
      const event = withHeaders('Content-Type', contentType);
      expect(event).toMatchObject({ body: 'eyJjbGllbnRJZCI6IsOpIn0=', isBase64Encoded: true });
    },
  );

  it('is base64 if there is no content type', () => {
    expect(withHeaders()).toMatchObject({ body: 'eyJjbGllbnRJZCI6IsOpIn0=', isBase64Encoded: true });
  });

  it('is base64 if the text is not UTF-8, so that no byte is lost', () => {
    expect(eventOf({ body: Buffer.of(0x22, 0xff, 0x22) })).toMatchObject({ body: 'Iv8i', isBase64Encoded: true });
  });
});
