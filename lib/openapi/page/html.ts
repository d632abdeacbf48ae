/** Text that is HTML already and must not be escaped again. */
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

/** A template that escapes texts but not HTML. */
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

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const renderTable = (lines: readonly string[]): Html => {
  const [head = '', , ...rows] = lines;
  const headers = cellsOf(head).map((cell) => markup`<th scope="col">${inline(cell)}</th>`);
  const renderRow = (row: string): Html =>
    markup`<tr>${cellsOf(row).map((cell) => markup`<td>${inline(cell)}</td>`)}</tr>`;
  return markup`<table class="grid"><thead><tr>${headers}</tr></thead><tbody>${rows.map(renderRow)}</tbody></table>`;
};

const renderBlock = (text: string): Html => {
  const lines = text.split('\n');
  if (text.startsWith('|')) return renderTable(lines);
  if (!ITEM.test(text)) return markup`<p>${inline(text)}</p>`;
  const items = lines.map((line) => markup`<li>${inline(line.replace(ITEM, ''))}</li>`);
  return markup`<ol>${items}</ol>`;
};

/**
 * Renders the part of Markdown that the API document and docs/errors.md use: paragraphs, numbered lists, tables, code, strong and
 * emphasised text.
 */
export const renderMarkdown = (text: string): Html => markup`${text.trim().split('\n\n').map(renderBlock)}`;

/**
 * A link next to its own target. The page's script copies its URL.
 * @param name of the target
 */
export const renderAnchor = (id: string, name: string): Html =>
  markup`<a class="anchor" href="#${id}" aria-label="Link to ${name}">#</a>`;

interface Heading {
  readonly level: 2 | 3 | 4;
  /** Unique in the page. */
  readonly id: string;
  readonly text: string;
  /** The link's text, if the heading's is not unique; default: the heading's. */
  readonly name?: string;
}

/** A heading with a link to itself. The link is next to the heading, so that it is not part of the heading's accessible name. */
export const renderHeading = ({ level, id, text, name = text }: Heading): Html =>
  markup`<div class="heading"><h${level} id="${id}">${inline(text)}</h${level}>${renderAnchor(id, name)}</div>`;
