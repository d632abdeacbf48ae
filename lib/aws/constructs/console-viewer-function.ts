import { VIEWER_ADDRESS_HEADER } from '../../../shared/console-api/viewer-address.ts';

/**
 * The CloudFront function in front of the console's API. API Gateway sees the address of CloudFront; this header has that of the
 * browser, for the log. What a caller sends under its name is overwritten.
 */
export const consoleViewerFunction = `function handler(event) {
  var request = event.request;
  request.headers['${VIEWER_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  return request;
}
`;
