/** Answers each message of the bench with the server's URL, and the processor time that this process has used. */
export const answerBench = (url: string): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ url, cpu: user + system });
  });
  process.on('disconnect', () => process.exit());
};
