/** Answers each message of the bench with the server's URL, and the processor time and memory that this process uses. */
export const answerBench = (url: string): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ url, cpu: user + system, memory: process.memoryUsage.rss() });
  });
  process.on('disconnect', () => process.exit());
};
