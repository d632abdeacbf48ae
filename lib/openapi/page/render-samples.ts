import { SAMPLE_BASE_URL } from '../samples.ts';
import type { CodeSample, Operation } from './document-shape.ts';
import { markup, nothing, renderHeading, trusted, type Html } from './html.ts';

/** The script of the page puts the reader's base URL into each `.base-url`. */
const renderSource = (source: string): Html =>
  trusted(markup`${source}`.html.replaceAll(SAMPLE_BASE_URL, `<span class="base-url">${SAMPLE_BASE_URL}</span>`));

const idOf = ({ operationId }: Operation, { label }: CodeSample): string => `${operationId}-${label.toLowerCase()}`;

const renderTab = (operation: Operation, sample: CodeSample, at: number): Html => {
  const id = idOf(operation, sample);
  return markup`<button type="button" role="tab" id="${id}-tab" aria-controls="${id}" aria-selected="${String(at === 0)}" tabindex="${at === 0 ? 0 : -1}">${sample.label}</button>`;
};

const renderPanel = (operation: Operation, sample: CodeSample, at: number): Html => {
  const { summary } = operation;
  const { label, source } = sample;
  const id = idOf(operation, sample);
  const hidden = at === 0 ? nothing : markup` hidden`;
  const name = `${summary}, ${label}`;
  return markup`<div role="tabpanel" id="${id}" aria-labelledby="${id}-tab"${hidden}><button type="button" class="copy" aria-label="Copy: ${name}">Copy</button><pre tabindex="0" role="group" aria-label="Sample: ${name}"><code>${renderSource(source)}</code></pre></div>`;
};

/** The samples of an operation with one tab per language. Without scripts, they are one below the other. */
export const renderSamples = (operation: Operation): Html => {
  const { operationId, summary, 'x-codeSamples': samples } = operation;
  const heading = renderHeading({
    level: 3,
    id: `${operationId}-samples`,
    text: 'Samples',
    name: `Samples: ${summary}`,
  });
  const tabs = samples.map((sample, at) => renderTab(operation, sample, at));
  const panels = samples.map((sample, at) => renderPanel(operation, sample, at));
  return markup`${heading}<div class="samples"><div role="tablist" aria-label="Language of the sample: ${summary}">${tabs}</div>${panels}</div>`;
};
