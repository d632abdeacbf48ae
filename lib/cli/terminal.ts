/** Where a command writes: `process.stdout` and `process.stderr`, or what a test puts in their place. */
export interface Terminal {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}
