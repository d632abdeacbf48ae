import { operationsOf, type Document } from './document-shape.ts';
import type { ErrorSection } from './error-sections.ts';
import { markup, nothing, renderHeading, renderMarkdown, trusted, type Html } from './html.ts';

const CODE = /^[a-z]+(_[a-z]+)+$/;

const isCode = ({ title }: ErrorSection): boolean => CODE.test(title);

/** The codes that the sections explain. */
export const codesOf = (sections: readonly ErrorSection[]): readonly string[] =>
  sections.filter(isCode).map(({ title }) => title);

/** The anchor of a section: `user_not_found`, `responses-of-the-gateway`. */
export const idOfSection = ({ title }: ErrorSection): string => title.toLowerCase().replaceAll(' ', '-');

/** Makes each error code a link to its section. */
export const linkErrorCodes = ({ html }: Html, codes: readonly string[]): Html =>
  trusted(
    html.replace(/<code>([a-z_]+)<\/code>/g, (element, code: string) =>
      codes.includes(code) ? `<a href="#${code}">${element}</a>` : element,
    ),
  );

const renderSources = (code: string, document: Document): Html => {
  const sources = operationsOf(document).filter(({ operation }) =>
    Object.values(operation.responses).some(({ description }) => description.includes(`\`${code}\``)),
  );
  const links = sources.map(({ operation: { operationId, summary } }, at) => {
    const comma = at === 0 ? nothing : markup`, `;
    return markup`${comma}<a href="#${operationId}">${summary}</a>`;
  });
  return markup`<p class="sources">From: ${links}</p>`;
};

const renderSection = (section: ErrorSection, document: Document, codes: readonly string[]): Html => {
  const { title, text } = section;
  const heading = renderHeading({
    level: 3,
    id: idOfSection(section),
    text: isCode(section) ? `\`${title}\`` : title,
    name: title,
  });
  const sources = isCode(section) ? renderSources(title, document) : nothing;
  return markup`${heading}${linkErrorCodes(renderMarkdown(text), codes)}${sources}`;
};

/** Every error code with its causes, what to do, and the operations that return it. */
export const renderErrors = (sections: readonly ErrorSection[], document: Document): Html => {
  const codes = codesOf(sections);
  const rendered = sections.map((section) => renderSection(section, document, codes));
  return markup`<section>${renderHeading({ level: 2, id: 'errors', text: 'Errors' })}<p>Decide by <code>statusCode</code> and <code>code</code>. <code>message</code> is for people. Log <code>requestId</code>: the operator finds the request by it.</p>${rendered}</section>`;
};
