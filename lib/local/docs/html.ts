import { makeHtmlPage, type HtmlPage } from '../html-page.ts';

/** A page of the documents, without inline scripts or styles and without files from other servers. @param body trusted HTML */
export const makeDocsPage = (title: string, head: string, body: string): HtmlPage =>
  makeHtmlPage({
    title,
    head: `${head}<link rel="stylesheet" href="/docs/docs.css">\n`,
    body,
    policy: { 'script-src': "'self'", 'style-src': "'self'", 'connect-src': "'self'" },
  });
