// The script of /docs/try: starts Swagger UI with the document of this service, and signs in to the demo.

interface SwaggerUi {
  preauthorizeApiKey(scheme: string, token: string): void;
}

declare const SwaggerUIBundle: (options: object) => SwaggerUi;

interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const showStatus = (text: string): void => {
  const status = document.getElementById('status');
  if (status) status.textContent = text;
};

/** @throws Error that says which request failed. */
const requestJson = async <Body>(path: string, init: RequestInit = {}): Promise<Body> => {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} got ${response.status}.`);
  return (await response.json()) as Body;
};

const signIn = async (ui: SwaggerUi, button: HTMLElement): Promise<void> => {
  const credentials = await requestJson<object>(`/docs/try/clients/${button.dataset['client']}`, { method: 'POST' });
  const { accessToken, refreshToken } = await requestJson<TokenSet>('/auth', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  ui.preauthorizeApiKey('accessToken', accessToken);
  ui.preauthorizeApiKey('refreshToken', refreshToken);
  showStatus(`${button.textContent.replace('Sign in', 'Signed in')}. Every operation sends its token.`);
};

interface ApiDocument {
  readonly info: { readonly description: string };
  readonly components: { readonly parameters: Readonly<Record<string, { readonly example: string }>> };
}

/** One of the document's examples of a check-in. */
const EXAMPLE_DATE = '2026-11-21T08:59:30+01:00';

/**
 * Adapts the document to this page: the date of its check-ins is now, when the demo’s bookings are open; optional headers are
 * empty; and the introduction is removed, because the API page has it.
 */
const readDocument = async (): Promise<ApiDocument> => {
  const text = JSON.stringify(await requestJson('/docs/openapi.json'));
  const { components, ...api } = JSON.parse(text.replaceAll(EXAMPLE_DATE, new Date().toISOString())) as ApiDocument;
  const { parameters } = components;
  const withoutExamples = Object.entries(parameters).map(([name, { example, ...parameter }]) => [name, parameter]);
  return {
    ...api,
    info: { ...api.info, description: '' },
    components: { ...components, parameters: Object.fromEntries(withoutExamples) },
  };
};

const start = async (): Promise<void> => {
  const ui = SwaggerUIBundle({
    dom_id: '#swagger-ui',
    // Requests go to the origin of the page, on any port.
    spec: { ...(await readDocument()), servers: [{ url: location.origin }] },
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    // The validator would call a server on the Internet.
    validatorUrl: null,
  });
  for (const button of document.querySelectorAll<HTMLElement>('button[data-client]')) {
    button.addEventListener('click', () => {
      signIn(ui, button).catch((error: Error) => showStatus(`Not signed in: ${error.message}`));
    });
  }
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = (): void => void document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();
start().catch((error: Error) => showStatus(`Swagger UI did not start: ${error.message}`));
