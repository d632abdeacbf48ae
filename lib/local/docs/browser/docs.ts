// The script of /docs: starts Swagger UI with a document of this service, adds search and samples to it, and signs in to the demo.

interface SwaggerUi {
  preauthorizeApiKey(scheme: string, token: string): void;
}
declare const SwaggerUIBundle: (options: object) => SwaggerUi;

type Json = Readonly<Record<string, unknown>>;

/** What the plugins use of the Immutable.js objects, the props and React that Swagger UI passes to them. */
interface ImmutableMap {
  get(key: string): ImmutableMap;
  set(key: string, value: ImmutableMap): ImmutableMap;
  filter(isKept: (value: ImmutableMap) => boolean): ImmutableMap;
  map(change: (value: ImmutableMap) => ImmutableMap): ImmutableMap;
  readonly size: number;
}
interface ResponsesProps {
  readonly path: string;
  readonly method: string;
}
interface FilterProps {
  readonly layoutActions: { updateFilter(text: string): void };
}
interface System {
  readonly React: { readonly createElement: (type: unknown, props: object, ...children: unknown[]) => unknown };
}

const showStatus = (text: string): void => {
  const status = document.getElementById('status');
  if (status) status.textContent = text;
};

/** @throws Error that says which request failed */
const requestJson = async <Body>(path: string, init: RequestInit = {}): Promise<Body> => {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} got ${response.status}.`);
  return (await response.json()) as Body;
};

const signIn = async (started: Promise<SwaggerUi>, button: HTMLElement): Promise<void> => {
  const ui = await started;
  const credentials = await requestJson<object>(`/docs/clients/${button.dataset['client']}`, { method: 'POST' });
  const tokens = await requestJson<{ accessToken: string; refreshToken: string }>('/auth', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  ui.preauthorizeApiKey('accessToken', tokens.accessToken);
  ui.preauthorizeApiKey('refreshToken', tokens.refreshToken);
  showStatus(`${button.textContent.replace('Sign in', 'Signed in')}. Operations now send the token of this client.`);
};

/** The date in the document's examples of a check-in. */
const EXAMPLE_DATE = '2026-11-21T08:59:30+01:00';
const SAMPLE_BASE_URL = 'http://127.0.0.1:3000';

/**
 * Reads the document and adapts it to this page. Requests and samples use this service's address, whatever its port. Examples
 * of a check-in use the current time, at which the demo's bookings are open. Parameters have no example, so that optional
 * headers stay empty. Error codes become links.
 */
const readDocument = async (path: string): Promise<Json> => {
  const text = JSON.stringify(await requestJson(path))
    .replaceAll(EXAMPLE_DATE, new Date().toISOString())
    .replaceAll(SAMPLE_BASE_URL, location.origin)
    .replaceAll(/`([a-z]+(?:_[a-z]+)+)`: /g, '[`$1`](/docs/errors#$1): ');
  return JSON.parse(text, (_, value: unknown) => {
    const isParameter = typeof value === 'object' && value !== null && 'in' in value && 'schema' in value;
    return isParameter ? { ...value, example: undefined } : value;
  }) as Json;
};

/** The text of a part of the document and of all components to which it refers. */
const textOf = (part: unknown, document: Json, seen = new Set<string>()): string => {
  const text = JSON.stringify(part) ?? '';
  const names = [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].filter(([ref]) => !seen.has(ref));
  for (const [ref] of names) seen.add(ref);
  const components = document['components'] as Record<string, Record<string, unknown>>;
  return text + names.map(([, kind = '', name = '']) => textOf(components[kind]?.[name], document, seen)).join('');
};

/** Finds operations by any text in them. Without the plugin, Swagger UI searches only tags. */
const searchPlugin = (document: Json) => {
  const texts = new Map<unknown, string>();
  const matches = (operation: ImmutableMap, phrase: string): boolean => {
    const text = texts.get(operation) ?? textOf(operation, document).toLowerCase();
    texts.set(operation, text);
    return text.includes(phrase.toLowerCase());
  };
  return ({ React: { createElement } }: System) => ({
    fn: {
      opsFilter: (tags: ImmutableMap, phrase: string): ImmutableMap =>
        tags
          .map((tag) =>
            tag.set(
              'operations',
              tag.get('operations').filter((operation) => matches(operation, phrase)),
            ),
          )
          .filter((tag) => tag.get('operations').size > 0),
    },
    components: {
      FilterContainer: ({ layoutActions }: FilterProps) =>
        createElement(
          'label',
          { className: 'search' },
          'Search the operations ',
          createElement('input', {
            type: 'search',
            onChange: ({ target }: { target: HTMLInputElement }) => layoutActions.updateFilter(target.value),
          }),
        ),
    },
  });
};

const samplesPlugin = (document: Json) => {
  type Paths = Record<string, Record<string, { 'x-codeSamples'?: { label: string; source: string }[] }>>;
  const paths = document['paths'] as Paths;
  return ({ React: { createElement } }: System) => ({
    wrapComponents: {
      responses: (Responses: unknown) => (props: ResponsesProps) => {
        const samples = paths[props.path]?.[props.method]?.['x-codeSamples'] ?? [];
        const shown = samples.map(({ label, source }) =>
          createElement(
            'details',
            { key: label },
            createElement('summary', {}, `Sample: ${label}`),
            createElement('pre', { tabIndex: 0 }, source),
          ),
        );
        const all = createElement('div', { className: 'samples' }, ...shown);
        return createElement('div', {}, all, createElement(Responses, props));
      },
    },
  });
};

/** Follows links of version 1.1, such as `/docs#user_not_found` and `/docs#checkin`. */
const followOldLink = ({
  paths,
}: {
  paths?: Record<string, Record<string, { operationId: string; tags: string[] }>>;
}): void => {
  const name = location.hash.slice(1);
  if (/^[a-z]+(?:[_-][a-z]+)+$/.test(name)) location.replace(`/docs/errors#${name}`);
  const operations = Object.values(paths ?? {}).flatMap((methods) => Object.values(methods));
  const found = operations.find(({ operationId }) => operationId === name);
  if (found) history.replaceState(undefined, '', `#/${encodeURIComponent(found.tags[0] ?? 'default')}/${name}`);
};

const start = async (): Promise<SwaggerUi> => {
  const isConsole = new URLSearchParams(location.search).get('api') === 'console';
  const spec = await readDocument(isConsole ? '/docs/console-openapi.json' : '/docs/openapi.json');
  followOldLink(spec);
  return SwaggerUIBundle({
    dom_id: '#swagger-ui',
    // The gate's API is at the origin of the page, whatever the port.
    spec: isConsole ? spec : { ...spec, servers: [{ url: location.origin }] },
    plugins: [searchPlugin(spec), samplesPlugin(spec)],
    filter: true,
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    // The validator would call a server on the Internet.
    validatorUrl: null,
  });
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = (): void => void document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const started = start();
started.catch((error: Error) => showStatus(`Swagger UI did not start: ${error.message}`));
// The buttons can be clicked before the document has loaded.
for (const button of document.querySelectorAll<HTMLElement>('button[data-client]')) {
  button.addEventListener('click', () => {
    signIn(started, button).catch((error: Error) => showStatus(`Not signed in: ${error.message}`));
  });
}
