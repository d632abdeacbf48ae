/** The CDK context key whose value lists, separated by commas, the stacks that `npm run deploy` is about to create. */
export const FIRST_DEPLOYMENT_CONTEXT = 'checkin:first-deployment';
