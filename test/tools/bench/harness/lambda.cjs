/** Loads a bundle when it is asked to, and passes an event to it, as Lambda's runtime does. */
const context = { awsRequestId: 'invocation', functionName: 'checkin', getRemainingTimeInMillis: () => 5000 };
process.on('message', async ({ event }) => {
  const before = process.cpuUsage();
  const { handler } = require(process.env.BUNDLE);
  const result = await handler(event, context);
  const { user, system } = process.cpuUsage(before);
  process.send({ result, milliseconds: (user + system) / 1000 });
});
