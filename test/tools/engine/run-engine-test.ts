/**
 * Sends the same random requests to this project's own DynamoDB engine and to AWS's DynamoDB Local, and compares responses,
 * errors, pages and final states. Needs DynamoDB Local, which runs on Java:
 *
 *   AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8001 npm run test:engine [-- REQUESTS [SEED]]
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { State } from '../../../lib/local/dynamodb/state.ts';
import { knownDifference } from './known-differences.ts';
import { limitRequests } from './limits.ts';
import { groupsOf, ownersOf, requestsTo, tableOf, type Place, type Request } from './requests.ts';
import { callLocal, callReference, normalise, summarise, type Outcome } from './outcomes.ts';

const REQUESTS_A_RUN = 50;

const url = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
if (!url) {
  console.error('Not run: set AWS_ENDPOINT_URL_DYNAMODB to the URL of DynamoDB Local, such as http://127.0.0.1:8001.');
  process.exit(1);
}
const total = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const table = `engine-test-${Date.now()}`;
const state = State.open();
const knownCounts = new Map<string, number>();
let sent = 0;

type Call = (request: Request) => Outcome | Promise<Outcome>;

const callOurs: Call = (request) => callLocal(state, request);
const callTheirs: Call = (request) => callReference(url, request);

const judge = (
  request: Request,
  ours: Outcome,
  theirs: Outcome,
  [actual, expected]: readonly [unknown, unknown],
): void => {
  if (isDeepStrictEqual(actual, expected)) return;
  const reason = knownDifference(request, ours, theirs);
  if (reason === undefined)
    throw new Error(
      `${JSON.stringify(request)}\n  here:          ${JSON.stringify(actual)} ${ours.message ?? ''}\n  DynamoDB Local: ${JSON.stringify(expected)} ${theirs.message ?? ''}`,
    );
  knownCounts.set(reason, (knownCounts.get(reason) ?? 0) + 1);
};

const compare = async (request: Request): Promise<Outcome> => {
  sent += 1;
  const [ours, theirs] = [await callOurs(request), await callTheirs(request)];
  judge(request, ours, theirs, [normalise(request, ours), normalise(request, theirs)]);
  return theirs;
};

const nextPageOf = (request: Request, { response }: Outcome): Request | undefined =>
  response?.['LastEvaluatedKey'] === undefined
    ? undefined
    : { ...request, input: { ...request.input, ExclusiveStartKey: response['LastEvaluatedKey'] } };

/** One request for each segment of a scan. */
const segmentsOf = (request: Request): Request[] => {
  const { TotalSegments } = request.input;
  if (TotalSegments === undefined) return [request];
  return Array.from({ length: Number(TotalSegments) }, (_, Segment) => ({
    ...request,
    input: { ...request.input, Segment },
  }));
};

/**
 * Reads all pages, because a single page can differ: DynamoDB defines neither the order of index entries with equal keys nor
 * the order of partitions.
 */
const readToEnd = async (call: Call, request: Request) => {
  const pages: Outcome[] = [];
  for (const segment of segmentsOf(request))
    for (let next: Request | undefined = segment; next; next = nextPageOf(segment, pages.at(-1) as Outcome))
      pages.push(await call(next));
  return { pages, first: pages[0] as Outcome, summary: summarise(request, pages) };
};

const compareUnordered = async (request: Request): Promise<void> => {
  const [ours, theirs] = [await readToEnd(callOurs, request), await readToEnd(callTheirs, request)];
  sent += ours.pages.length;
  judge(request, ours.first, theirs.first, [ours.summary, theirs.summary]);
};

/** Sends a request to both databases and compares the results. For a query or a scan, these are all of its pages. */
const compareAll = async (request: Request): Promise<void> => {
  if (request.operation === 'Scan' || request.input['IndexName'] !== undefined) return compareUnordered(request);
  let next: Request | undefined = request;
  while (next) {
    const outcome = await compare(next);
    next = request.operation === 'Query' ? nextPageOf(request, outcome) : undefined;
  }
};

const queryOf = (TableName: string, IndexName: string | undefined, name: string, value: string): Request => ({
  operation: 'Query',
  input: {
    TableName,
    ...(IndexName && { IndexName }),
    KeyConditionExpression: '#key = :value',
    ExpressionAttributeNames: { '#key': name },
    ExpressionAttributeValues: { ':value': { S: value } },
  },
});

const compareStates = async (place: Place): Promise<void> => {
  await compareAll({ operation: 'Scan', input: { TableName: place.table } });
  for (const owner of ownersOf(place)) await compareAll(queryOf(place.table, undefined, 'owner', owner));
  for (const group of groupsOf(place))
    for (const index of ['byRank', 'byLabel']) await compareAll(queryOf(place.table, index, 'group', group));
};

const countItems = (byTable: unknown): number | undefined =>
  byTable === undefined
    ? undefined
    : Object.values(byTable as Record<string, { Keys?: unknown[] }>).flatMap((one) => one.Keys ?? one).length;

/** Compares how many items of a batch fit into a response. DynamoDB does not define which items it chooses. */
const compareLimits = async (TableName: string): Promise<void> => {
  await compare({ operation: 'CreateTable', input: tableOf(TableName) });
  for (const request of limitRequests(TableName)) {
    sent += 1;
    const [ours, theirs] = [await callOurs(request), await callTheirs(request)];
    const counted = [ours, theirs].map(({ error, response }) => ({
      error,
      responses: countItems(response?.['Responses']),
      unprocessed: countItems(response?.['UnprocessedKeys']),
    }));
    judge({ ...request, input: {} }, ours, theirs, [counted[0], counted[1]]);
  }
  await compare({ operation: 'DeleteTable', input: { TableName } });
};

let run = 0;
let differences = 0;
try {
  await compareLimits(`${table}-limits`);
} catch (error) {
  differences += 1;
  console.error(`Limits: ${(error as Error).message}\n`);
}
for (let first = 0; first < total; first += REQUESTS_A_RUN) {
  run += 1;
  const place = { table: `${table}-${run}`, run: `r${run}` };
  const [requests = []] = fc.sample(
    fc.array(requestsTo(place), { minLength: REQUESTS_A_RUN, maxLength: REQUESTS_A_RUN, size: 'max' }),
    { numRuns: 1, seed: seed + run },
  );
  try {
    await compare({ operation: 'CreateTable', input: tableOf(place.table) });
    for (const request of requests) await compareAll(request);
    await compareStates(place);
    await compare({ operation: 'DeleteTable', input: { TableName: place.table } });
  } catch (error) {
    differences += 1;
    console.error(`Run ${run} of seed ${seed}: ${(error as Error).message.slice(0, 2_000)}\n`);
    if (differences >= Number(process.env['MAX_DIFFERENCES'] ?? 1)) break;
  }
}
for (const [reason, count] of knownCounts) console.log(`${count} known: ${reason}`);
console.log(`${sent} requests in ${run} runs, seed ${seed}: ${differences} differences.`);
process.exit(differences === 0 ? 0 : 1);
