/** A broken invariant, and how it was broken. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

/** What breaks each invariant. An invariant with an empty list holds. */
export type Findings = Readonly<Record<string, readonly unknown[]>>;

export const toViolations = (findings: Findings): Violation[] =>
  Object.entries(findings).flatMap(([invariant, details]) =>
    details.map((one) => ({ invariant, detail: typeof one === 'string' ? one : JSON.stringify(one) })),
  );
