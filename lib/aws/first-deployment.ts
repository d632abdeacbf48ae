/** Context with the names of stacks, with commas between them, that `npm run deploy` is about to create. */
export const FIRST_DEPLOYMENT_CONTEXT = 'checkin:first-deployment';
