/** Loads a bundle when an event comes, and passes the event to it, as Lambda's runtime does. */
const context = { awsRequestId: 'invocation', functionName: 'checkin', getRemainingTimeInMillis: () => 5000 };
process.on('message', async (event) => {
  const before = process.cpuUsage();
  const result = await require(process.env.BUNDLE).handler(event, context);
  const { user, system } = process.cpuUsage(before);
  process.send({ result, milliseconds: (user + system) / 1000 });
});
