import type { Example } from '../../../lib/openapi/examples.ts';
import { routes } from '../../../shared/routes.ts';
import type { TestClient, TokenSet } from '../../support/running-service.ts';
import { placeholders, type Scenario } from './example-scenarios.ts';

/** The service to send requests to, and the values that replace placeholders. */
export interface Target {
  readonly url: string;
  readonly actual: Readonly<Partial<TestClient & TokenSet & { syncAccessToken: string }>>;
}

const { requestId, accessTokenExpiration, refreshTokenExpiration, keys: _, ...credentials } = placeholders;

const fillIn = (text: string, actual: Target['actual']): string =>
  Object.entries(credentials).reduce((filled, [name, placeholder]) => {
    const value = actual[name as keyof typeof actual] ?? placeholder;
    return filled.replaceAll(placeholder, String(value));
  }, text);

const isForm = (headers: Readonly<Record<string, string>>): boolean =>
  headers['Content-Type'] === 'application/x-www-form-urlencoded';

const toText = ({ headers, body }: Scenario['request']): string => {
  if (typeof body === 'string') return body;
  return isForm(headers) ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body);
};

/** Headers that the document leaves out, because they describe the connection or the time. */
const NOT_SHOWN = new Set(['connection', 'content-length', 'date', 'keep-alive']);
const IDS = new Set(['x-request-id', 'apigw-requestid']);

const shownHeaders = (headers: Headers): Record<string, string> => {
  const shown = [...headers].filter(([name]) => !NOT_SHOWN.has(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, IDS.has(name) ? requestId : value]));
};

const shownBody = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, placeholders[name as keyof typeof placeholders] ?? value]),
  );

/** Sends a request, and records it and its response, with placeholders for values that differ between runs. */
export const recordExample = async (scenario: Scenario, { url, actual }: Target): Promise<Example> => {
  const { method, path } = routes[scenario.operation];
  const { headers, body } = scenario.request;
  const filled = Object.entries(headers).map(([name, value]): [string, string] => [name, fillIn(value, actual)]);
  const init = {
    method,
    headers: filled,
    ...(body !== undefined && { body: fillIn(toText(scenario.request), actual) }),
  };
  const response = await fetch(url + path, init);
  const shown = shownBody((await response.json()) as Record<string, unknown>);
  const { operation, name, summary, request } = scenario;
  const shownRequest = response.ok && { request };
  return {
    operation,
    name,
    summary,
    ...shownRequest,
    response: { status: response.status, headers: shownHeaders(response.headers), body: shown },
  };
};
