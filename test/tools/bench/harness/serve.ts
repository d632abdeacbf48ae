/** Tells the bench the URL of the server in this process, and how much processor time the process has used. */
export const serve = (url: string): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ url, cpu: user + system });
  });
  process.on('disconnect', () => process.exit());
};
