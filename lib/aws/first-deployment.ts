/** Context with the names of the stacks that `npm run deploy` is about to create, separated by commas. */
export const FIRST_DEPLOYMENT_CONTEXT = 'checkin:first-deployment';
