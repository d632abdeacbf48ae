import { markup, trusted, type Html } from './html.ts';

const marks: readonly [RegExp, string][] = [
  [/`([^`]+)`/g, '<code>$1</code>'],
  [/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'],
  [/\*([^*]+)\*/g, '<em>$1</em>'],
];

const inline = (text: string): Html =>
  trusted(marks.reduce((marked, [mark, element]) => marked.replace(mark, element), markup`${text}`.html));

const ITEM = /^\d+\. /;

const block = (text: string): Html => {
  if (!ITEM.test(text)) return markup`<p>${inline(text)}</p>`;
  const items = text.split('\n').map((line) => markup`<li>${inline(line.replace(ITEM, ''))}</li>`);
  return markup`<ol>${items}</ol>`;
};

/** As much of CommonMark as the API document uses: paragraphs, numbered lists, code, strong and emphasised text. */
export const renderMarkdown = (text: string): Html => markup`${text.split('\n\n').map(block)}`;
