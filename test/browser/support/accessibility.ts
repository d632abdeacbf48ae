import axe, { type RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of WCAG 2.2 AA about colours. */
const COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const runAxe = async (page: Page, runOnly: RunOnly | string[]): Promise<string[]> => {
  // A page keeps the program until it is loaded again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    },
    { runOnly },
  );
};

/** Returns the violations of WCAG 2.2 AA that axe-core finds, one line each. */
export const accessibilityProblems = (page: Page): Promise<string[]> => runAxe(page, WCAG);

/** Returns the violations in the dark colour scheme, which differs from the light one only in its colours. */
export const darkColourProblems = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const problems = await runAxe(page, COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return problems;
};

/** Whether the page is wider than its window, and the first 40 characters of every text that sticks out of its cell, card or table. */
export const layoutProblems = async (page: Page): Promise<string[]> => {
  const problems = [...(await cutOffTexts(page)), ...(await brokenHeadings(page))];
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return excess > 0 ? [`${excess} pixels too wide`, ...problems] : problems;
};

/** The words of the page's heading that are divided between two lines although one would do, except after a hyphen. */
const brokenHeadings = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1')].flatMap(({ firstChild }) => {
      if (!(firstChild instanceof Text)) return [];
      return [...firstChild.data.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(firstChild, index);
        range.setEnd(firstChild, index + word.length);
        const parts = [...range.getClientRects()];
        const length = parts.reduce((total, { width }) => total + width, 0);
        const room = document.querySelector('main')?.clientWidth ?? innerWidth;
        return parts.length > 1 && length < room / 2 ? [`broken heading: ${word}`] : [];
      });
    }),
  );

const cutOffTexts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // By the second frame, the page has adapted to a new size of its window.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    /** Whether a text is meant for screen readers only, hidden, or shortened with an ellipsis. */
    const isExempt = ({ clipPath, textOverflow, visibility }: CSSStyleDeclaration): boolean =>
      clipPath !== 'none' || textOverflow === 'ellipsis' || visibility === 'hidden';
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const ancestors: Element[] = [];
      // An open menu or dialog lies over the page, so only the window cuts it off.
      for (
        let one = text.parentElement;
        one !== null;
        one = one.matches(':popover-open, :modal') ? document.body : one.parentElement
      )
        ancestors.push(one);
      const styles = ancestors.map((one) => getComputedStyle(one));
      if (styles.some(isExempt) || ancestors.some((one) => one.matches('.skip, select'))) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = ancestors.filter((_, index) => !/^(?:inline|contents)$/.test(styles[index]?.display ?? ''));
      for (const rectangle of range.getClientRects()) {
        const isCutOff = boxes.some((box) => {
          const { left, right } = box.getBoundingClientRect();
          return rectangle.left < left - 1 || rectangle.right > right + 1;
        });
        if (isCutOff) found.add((text.textContent ?? '').trim().slice(0, 40));
      }
    }
    return [...found];
  });
