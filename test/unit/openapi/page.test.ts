import { describe, expect, it } from '@jest/globals';
import { markup, renderHeading, renderMarkdown } from '../../../lib/openapi/page/html.ts';

describe('The text of a page', () => {
  it('is escaped', () => {
    expect(markup`<p title="${'"'}">${'<b> & '}${markup`<i>${'>'}</i>`}</p>`.html).toBe(
      '<p title="&quot;">&lt;b&gt; &amp; <i>&gt;</i></p>',
    );
  });

  it('may have emphasis and code', () => {
    expect(renderMarkdown('**One** `<a>`\n\n1. *x*\n2. y').html).toBe(
      '<p><strong>One</strong> <code>&lt;a&gt;</code></p><ol><li><em>x</em></li><li>y</li></ol>',
    );
  });

  it('may have a table', () => {
    expect(renderMarkdown('| a | b |\n| --- | --- |\n| 400 | `x` |').html).toBe(
      '<table class="grid"><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>400</td><td><code>x</code></td></tr></tbody></table>',
    );
  });

  it('has headings whose link is no part of their name', () => {
    expect(renderHeading({ level: 2, id: 'a', text: 'A `b`', name: 'B' }).html).toBe(
      '<div class="heading"><h2 id="a">A <code>b</code></h2><a class="anchor" href="#a" aria-label="Link to B">#</a></div>',
    );
  });
});
