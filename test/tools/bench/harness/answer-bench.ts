/** Tells the bench the URL of the server in this process, and how much processor time and memory the process uses. */
export const serve = (url: string): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ url, cpu: user + system, memory: process.memoryUsage.rss() });
  });
  process.on('disconnect', () => process.exit());
};
