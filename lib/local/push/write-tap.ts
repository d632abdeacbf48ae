import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DatabaseForward, DatabaseTap } from '../database-tap.ts';
import { canCheckIn, findCheckinWrite, type CheckinWrite } from './checkin-write.ts';

/** Hears of every write of a check-in. */
export interface CheckinWitness {
  /** The write is held until this resolves; where it rejects, the write fails. */
  begin(write: CheckinWrite): Promise<void>;
  /** The database is done with the write, one way or the other. */
  end(write: CheckinWrite): void;
}

/** The request once more, for a listener that reads the body itself. */
const replay = ({ method, url, headers, socket }: IncomingMessage, body: Buffer): IncomingMessage =>
  Object.assign(Readable.from([body]), { method, url, headers, socket }) as unknown as IncomingMessage;

const fail = (response: ServerResponse): void => {
  if (response.headersSent) return void response.destroy();
  response.writeHead(500, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError' }));
};

/**
 * Stands before a DynamoDB without streams and has `witness` know of each check-in before and after it is written. The
 * returned function takes the requests that may be one, and says whether it did.
 */
export const makeWriteTap = (bookingsTable: string, witness: CheckinWitness): DatabaseTap => {
  const passWrite = async (write: CheckinWrite, response: ServerResponse, forward: () => Promise<void>) => {
    await witness.begin(write);
    try {
      // Who has given up meanwhile has been told of a failure, or tries again.
      if (!response.destroyed) await forward();
    } finally {
      witness.end(write);
    }
  };
  const pass = async (request: IncomingMessage, response: ServerResponse, forward: DatabaseForward) => {
    const body = await buffer(request);
    const write = findCheckinWrite(body, bookingsTable);
    const handOn = (): Promise<void> => forward(replay(request, body), response);
    await (write ? passWrite(write, response, handOn) : handOn());
  };
  return (request, response, forward) => {
    if (!canCheckIn(request.headers['x-amz-target'])) return false;
    pass(request, response, forward).catch(() => fail(response));
    return true;
  };
};
