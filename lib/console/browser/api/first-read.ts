/** The number of rows of the log that appear first. They fill a screen. */
export const FIRST_LOG_ROWS = 25;

/** What a page without filters reads, by the address of the page. */
const firstReads: Readonly<Record<string, string>> = {
  '/console/log': `/console/api/log?limit=${FIRST_LOG_ROWS}`,
};

const sent = new Map<string, Promise<Response>>();

/**
 * Sends the request of the page at the current address while the member is read and the page is fetched and rendered. On a slow
 * network, its rows appear a round trip earlier.
 */
export const sendFirstRead = (token: string, language: string, timeoutMs: number): void => {
  const path = firstReads[location.pathname];
  const isFiltered = [...new URLSearchParams(location.search).keys()].some((name) => name !== 'timeZone');
  if (path === undefined || isFiltered) return;
  const url = new URL(path, location.origin).href;
  const headers = { 'Accept-Language': language, Authorization: `Bearer ${token}` };
  const response = fetch(url, { cache: 'no-store', headers, signal: AbortSignal.timeout(timeoutMs) });
  // The connection that takes the response sees the failure, and sends the request again.
  response.catch(() => undefined);
  sent.set(url, response);
};

/** Takes the response to a request that was sent early; undefined if there was none, or it was taken before. */
export const takeFirstRead = (url: string): Promise<Response> | undefined => {
  const response = sent.get(url);
  sent.delete(url);
  return response;
};
