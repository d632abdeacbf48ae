export interface EchoInput {
  readonly id?: number;
}

/** Does almost nothing: only the framework around it is measured. */
export const echo = ({ id }: EchoInput) => ({ statusCode: 200, message: `User ${id}.`, checkinCount: 0 });
