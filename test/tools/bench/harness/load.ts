import { Agent } from 'node:http';
import pMap from 'p-map';
import { callServer } from '../../../support/call-server.ts';
import type { Server } from './process.ts';

/** A request, and the status that the response must have. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Sends a request. @returns the body of the response @throws Error if the response has another status than expected */
const send = async (agent: Agent, { url }: Server, request: Request): Promise<string> => {
  const { method, path, body, status } = request;
  const headers = { ...(body && { 'content-type': 'application/json' }), ...request.headers };
  const response = await callServer(url + path, { method, agent, headers }, body);
  const text = response.body.toString();
  if (response.status !== status) throw new Error(`${method} ${url}${path} got ${response.status}: ${text}`);
  return text;
};

/**
 * Sends all requests over new connections, one at a time on each connection.
 * @returns `cpu`: the processor time of the server, in microseconds per request
 */
export const sendAll = async (server: Server, requests: readonly Request[], connections = 10) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const cpu = await server.cpu();
  const bodies = await pMap(requests, (request) => send(agent, server, request), { concurrency: connections });
  agent.destroy();
  return { cpu: ((await server.cpu()) - cpu) / requests.length, bodies };
};
