/** A header that CloudFront adds to requests to the console's API: the address of the browser. Other callers could invent it. */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';
