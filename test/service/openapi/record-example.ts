import type { Example } from '../../../lib/openapi/examples.ts';
import { routes } from '../../../shared/routes.ts';
import type { TestClient, TokenSet } from '../../support/running-service.ts';
import { checkResponse } from '../../support/described-response.ts';
import { placeholders, type Scenario } from './example-scenarios.ts';

/** The service to send requests to, and the values that replace placeholders. */
export interface Target {
  readonly url: string;
  readonly actual: Readonly<Partial<TestClient & TokenSet & { syncAccessToken: string }>>;
}

const { requestId: __, accessTokenExpiration, refreshTokenExpiration, keys: _, ...credentials } = placeholders;

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

const shownBody = (body: object): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, placeholders[name as keyof typeof placeholders] ?? value]),
  );

/**
 * Sends a request, and records it and its response, with placeholders for values that differ between runs.
 * @throws Error if the document does not describe the response
 */
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
  const received = { status: response.status, headers: response.headers, body: (await response.json()) as object };
  checkResponse(method, url + path, received);
  const { operation, name, summary } = scenario;
  return {
    operation,
    name,
    summary,
    ...(response.ok && body !== undefined && { request: body }),
    status: received.status,
    response: shownBody(received.body),
  };
};
