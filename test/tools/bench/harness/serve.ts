/** Runs in the process of a server: tells the bench where it listens and how much processor time it has used. */
export const serve = (url: string): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ url, cpu: user + system });
  });
  process.on('disconnect', () => process.exit());
};
