import { createHash } from 'node:crypto';

interface PageParts {
  readonly title: string;
  /** HTML. No part is escaped, so all parts must be trusted. */
  readonly body: string;
  readonly head?: string;
  /** Inline style sheet. */
  readonly style?: string;
  /** Inline script. */
  readonly script?: string;
  /** Additional directives for the page's Content-Security-Policy. */
  readonly policy?: Readonly<Record<string, string>>;
}

export interface HtmlPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Makes a page of the local service. Its Content-Security-Policy allows only the inline parts and the sources in `policy`. */
export const makeHtmlPage = ({ title, body, head = '', style, script, policy }: PageParts): HtmlPage => ({
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}${style === undefined ? '' : `<style>${style}</style>\n`}</head>
<body>
${body}${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`,
  contentSecurityPolicy: Object.entries({
    'default-src': "'none'",
    // For the empty icon, without which browsers would request /favicon.ico.
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...(style !== undefined && { 'style-src': hash(style) }),
    ...(script !== undefined && { 'script-src': hash(script) }),
    ...policy,
  })
    .map((directive) => directive.join(' '))
    .join('; '),
});
