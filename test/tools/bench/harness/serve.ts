/** Runs in the process of a server: tells the bench where it listens and how much processor time and memory it uses. */
export const serve = (url: string): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ url, cpu: user + system, memory: process.memoryUsage.rss() });
  });
  process.on('disconnect', () => process.exit());
};
