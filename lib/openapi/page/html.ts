/** Text that is HTML already, and is not to be escaped again. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const toHtml = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
};

/** A template whose texts are escaped, and whose HTML is not. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: String.raw({ raw: strings }, ...parts.map(toHtml)),
});

export const nothing: Html = { html: '' };

export const trusted = (text: string): Html => ({ html: text });

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
