import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { startEmbeddedDatabase } from '../../../lib/local/backend.ts';
import { readOptions } from '../read-options.ts';
import { knownDifference } from './known-differences.ts';
import { call, normalise, summarise, type Outcome } from './outcomes.ts';
import { groups, owners, refusedTables, requestsTo, tableOf, type Request } from './requests.ts';

const HELP = `Usage: AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8001 npx node test/tools/engine/run-engine-test.ts [REQUESTS [SEED]]

Sends the same random requests to this project's own DynamoDB engine and to AWS's DynamoDB Local, and compares responses, errors,
pages and final states. Needs DynamoDB Local, which runs on Java.`;
const words = readOptions(HELP, {}, true).positionals;

const REQUESTS_A_RUN = 50;

const reference = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
if (!reference) {
  console.error('Not run: set AWS_ENDPOINT_URL_DYNAMODB to the URL of DynamoDB Local, such as http://127.0.0.1:8001.');
  process.exit(1);
}
const total = Number(words[0] ?? 20_000);
const seed = Number(words[1] ?? Date.now() % 2 ** 31);
const prefix = `engine-test-${Date.now()}`;
const { url } = await startEmbeddedDatabase({ port: 0 });
const knownCounts = new Map<string, number>();
let sent = 0;

/** @param view returns the part of the outcome, or of the outcomes of all pages, in which both databases must agree */
const judge = (
  request: Request,
  [ours, theirs]: readonly [readonly Outcome[], readonly Outcome[]],
  view: (outcomes: readonly Outcome[]) => unknown,
): void => {
  sent += ours.length;
  if (isDeepStrictEqual(view(ours), view(theirs))) return;
  const [our, their] = [ours[0] as Outcome, theirs[0] as Outcome];
  const reason = knownDifference(request, our, their);
  const describe = (outcomes: readonly Outcome[]) => `${inspect(view(outcomes), { depth: 9 })} ${outcomes[0]?.message}`;
  if (reason === undefined)
    throw new Error(`${JSON.stringify(request)}\n  here: ${describe(ours)}\n  DynamoDB Local: ${describe(theirs)}`);
  knownCounts.set(reason, (knownCounts.get(reason) ?? 0) + 1);
};

type Send = (to: string, request: Request) => Promise<readonly Outcome[]>;

const toBoth = async (request: Request, send: Send): Promise<[readonly Outcome[], readonly Outcome[]]> => [
  await send(url, request),
  await send(reference, request),
];

const sendOnce: Send = async (to, request) => [await call(to, request)];

const nextPageOf = (request: Request, { response }: Outcome): Request | undefined =>
  response['LastEvaluatedKey'] === undefined
    ? undefined
    : { ...request, input: { ...request.input, ExclusiveStartKey: response['LastEvaluatedKey'] } };

/** Reads all pages of a query or of each segment of a scan. */
const readToEnd: Send = async (to, request) => {
  const { TotalSegments } = request.input;
  const segments = Array.from({ length: Number(TotalSegments ?? 1) }, (_, Segment) => ({
    ...request,
    input: { ...request.input, ...(TotalSegments !== undefined && { Segment }) },
  }));
  const pages: Outcome[] = [];
  for (const segment of segments)
    for (let next: Request | undefined = segment; next; next = nextPageOf(segment, pages.at(-1) as Outcome))
      pages.push(await call(to, next));
  return pages;
};

/**
 * Sends a request to both databases and compares the results. For a query or a scan, these are all of its pages. A single page of
 * a scan or an index can differ: DynamoDB defines neither the order of index entries with equal keys nor that of partitions.
 */
const compare = async (request: Request): Promise<void> => {
  if (request.operation === 'Scan' && request.input['Segment'] !== undefined)
    return judge(request, await toBoth(request, sendOnce), ([outcome]) => normalise(request, outcome as Outcome));
  if (request.operation === 'Scan' || request.input['IndexName'] !== undefined)
    return judge(request, await toBoth(request, readToEnd), (pages) => summarise(request, pages));
  for (let next: Request | undefined = request; next;) {
    const both = await toBoth(next, sendOnce);
    judge(next, both, ([outcome]) => normalise(request, outcome as Outcome));
    next = request.operation === 'Query' ? nextPageOf(request, both[1][0] as Outcome) : undefined;
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

const compareStates = async (table: string): Promise<void> => {
  await compare({ operation: 'Scan', input: { TableName: table } });
  for (const owner of owners) await compare(queryOf(table, undefined, 'owner', owner));
  for (const group of groups)
    for (const index of ['byRank', 'byLabel']) await compare(queryOf(table, index, 'group', group));
};

let run = 0;
let differences = 0;
try {
  while (run * REQUESTS_A_RUN < total) {
    run += 1;
    const table = `${prefix}-${run}`;
    const requests = fc.array(requestsTo(table), { minLength: REQUESTS_A_RUN, maxLength: REQUESTS_A_RUN, size: 'max' });
    const [sample = []] = fc.sample(requests, { numRuns: 1, seed: seed + run });
    for (const refused of refusedTables(table)) await compare(refused);
    await compare({ operation: 'CreateTable', input: tableOf(table) });
    for (const request of sample) await compare(request);
    await compareStates(table);
    await compare({ operation: 'DeleteTable', input: { TableName: table } });
  }
} catch (error) {
  differences = 1;
  console.error(`Run ${run} of seed ${seed}: ${(error as Error).message.slice(0, 4_000)}\n`);
}
for (const [reason, count] of knownCounts) console.log(`${count} known: ${reason}`);
console.log(`${sent} requests in ${run} runs, seed ${seed}: ${differences} differences.`);
process.exit(differences);
