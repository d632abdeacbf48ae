export interface EchoInput {
  readonly id?: number;
}

/** Does almost nothing, so that only the framework is measured. */
export const echo = ({ id }: EchoInput) => ({ statusCode: 200, message: `User ${id}.`, checkinCount: 0 });
