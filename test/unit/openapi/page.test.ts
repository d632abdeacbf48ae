import { describe, expect, it } from '@jest/globals';
import { markup } from '../../../lib/openapi/page/html.ts';
import { renderMarkdown } from '../../../lib/openapi/page/html.ts';

describe('The text of a page', () => {
  it('cannot become a part of it', () => {
    expect(markup`<p title="${'"'}">${'<b> & '}${markup`<i>${'>'}</i>`}</p>`.html).toBe(
      '<p title="&quot;">&lt;b&gt; &amp; <i>&gt;</i></p>',
    );
  });

  it('may be marked', () => {
    expect(renderMarkdown('**One** `<a>`\n\n1. *x*\n2. y').html).toBe(
      '<p><strong>One</strong> <code>&lt;a&gt;</code></p><ol><li><em>x</em></li><li>y</li></ol>',
    );
  });
});
