import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Takes the requests to a database that it wants, and says so; it may hand them on later, by `forward`. */
export type DatabaseTap = (request: IncomingMessage, response: ServerResponse, forward: RequestListener) => boolean;
