import type { IncomingMessage, ServerResponse } from 'node:http';

/** Has a database answer; resolves when the database is done with the request, even where the caller has gone by then. */
export type DatabaseForward = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Takes the requests to a database that it wants, and says so; it may hand them on later, by `forward`. */
export type DatabaseTap = (request: IncomingMessage, response: ServerResponse, forward: DatabaseForward) => boolean;
