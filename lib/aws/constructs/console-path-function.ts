/**
 * The CloudFront function in front of the bucket. A page's address, such as /console/clients, has no file, so the function
 * turns the request into one for index.html, and the browser shows the page. A custom error response of the distribution would
 * also turn the API's 403 and 404 into 200 with HTML.
 */
export const consolePathFunction = `function handler(event) {
  var request = event.request;
  if (!request.uri.startsWith('/console/')) {
    return {
      statusCode: 302,
      statusDescription: 'Found',
      headers: { location: { value: '/console/' }, 'cache-control': { value: 'no-store' } },
    };
  }
  if (!/\\.[a-z0-9]+$/.test(request.uri)) request.uri = '/console/index.html';
  return request;
}
`;
