import { readOptions } from '../read-options.ts';

const HELP = `Usage: npm run smoke -- API_URL

Logs in at a deployed service and sends a dry run of a check-in, which changes nothing. SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET
are of an API client of a test company.`;
const [url] = readOptions(HELP, {}, true).positionals;
const { SMOKE_CLIENT_ID: clientId, SMOKE_CLIENT_SECRET: clientSecret } = process.env;

const post = async (path: string, body: object, token?: string) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const smoke = async (): Promise<string | undefined> => {
  if (!url || !clientId || !clientSecret) {
    return 'Give the API’s URL, and a client in SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET.';
  }
  const login = await post('/auth', { clientId, clientSecret });
  if (login.status !== 201) return `POST /auth: ${login.status} ${String(login.body['message'])}`;
  const checkin = await post('/scheduling/checkin', { id: 1, dryRun: true }, String(login.body['accessToken']));
  // Either response shows that the function can read the table of users, so the company need not have a user 1.
  const isExpected = checkin.status === 200 || (checkin.status === 404 && checkin.body['code'] === 'user_not_found');
  return isExpected ? undefined : `POST /scheduling/checkin: ${checkin.status} ${String(checkin.body['message'])}`;
};

const fault = await smoke().catch((error: unknown) => `${url} cannot be reached: ${String(error)}`);
console.log(fault ?? `${url} accepts a log-in and a check-in.`);
process.exitCode = fault === undefined ? 0 : 1;
