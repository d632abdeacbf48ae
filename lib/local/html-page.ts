import { createHash } from 'node:crypto';

interface PageParts {
  readonly title: string;
  /** Trusted HTML, as are the others. */
  readonly body: string;
  readonly head?: string;
  /** A style sheet and a script in the page itself. */
  readonly style?: string;
  readonly script?: string;
  /** Directives of its Content-Security-Policy, in addition to those of every page. */
  readonly policy?: Readonly<Record<string, string>>;
}

export interface HtmlPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A page of the local service. Its policy allows only what it contains and what `policy` names. */
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
    // An empty icon, because browsers would request /favicon.ico.
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
