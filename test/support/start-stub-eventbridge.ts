import { json } from 'node:stream/consumers';
import { serve, type TestServer } from './serve.ts';

/** An entry of PutEvents, with its detail parsed. */
export interface PutEntry {
  readonly EventBusName: string;
  readonly Source: string;
  readonly DetailType: string;
  readonly Time: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests check what arrived
  readonly detail: any;
}

/** The outcome of an entry. `lost`: The entries of the call are accepted, but the connection is cut before the response. */
export type EntryOutcome = 'accepted' | 'lost' | { readonly code: string };

export interface StubEventBridge extends TestServer {
  /** Accepted entries, in order. */
  readonly accepted: readonly PutEntry[];
  /** The number of entries of each call. */
  readonly calls: readonly number[];
  respond: (entry: PutEntry) => EntryOutcome;
}

interface Call {
  readonly Entries: readonly (Omit<PutEntry, 'detail'> & { readonly Detail: string })[];
}

/**
 * Starts a stub of PutEvents in EventBridge's JSON protocol. A test chooses the outcome of each entry with `respond`.
 * @param port default: any free port
 */
export const startStubEventBridge = async (port = 0): Promise<StubEventBridge> => {
  const accepted: PutEntry[] = [];
  const calls: number[] = [];
  const server = await serve(async (request, response) => {
    const body = (await json(request)) as Call;
    const entries = body.Entries.map(({ Detail, ...entry }) => ({ ...entry, detail: JSON.parse(Detail) }));
    const outcomes = entries.map((entry) => stub.respond(entry));
    calls.push(entries.length);
    accepted.push(...entries.filter((_, index) => typeof outcomes[index] === 'string'));
    if (outcomes.includes('lost')) return response.destroy();
    const Entries = outcomes.map((outcome, index) =>
      typeof outcome === 'string' ? { EventId: `${index}` } : { ErrorCode: outcome.code, ErrorMessage: 'refused' },
    );
    const FailedEntryCount = Entries.filter((entry) => 'ErrorCode' in entry).length;
    return response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify({ FailedEntryCount, Entries }));
  }, port);
  const stub: StubEventBridge = { ...server, accepted, calls, respond: () => 'accepted' };
  return stub;
};
