export interface EchoInput {
  readonly id?: number;
}

/** Next to nothing: what is timed is the way there and back. */
export const echo = ({ id }: EchoInput) => ({ statusCode: 200, message: `User ${id}.`, checkinCount: 0 });
