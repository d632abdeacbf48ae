import type { ComponentChildren, JSX } from 'preact';

/** A list of facts. A fact whose value is undefined is omitted. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [label: string, value: ComponentChildren])[];
}): JSX.Element => (
  <dl class="facts">
    {facts.map(
      ([label, value]) =>
        value !== undefined && (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
