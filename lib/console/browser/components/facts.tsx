import type { ComponentChildren, JSX } from 'preact';

/** What is known about one thing. A fact that is undefined is omitted. */
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
