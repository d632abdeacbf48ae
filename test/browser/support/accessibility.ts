import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * The violations of WCAG 2.2 AA that axe-core finds, one line each.
 * @param exclude a selector for parts that are not this project's
 */
export const accessibilityProblems = async (page: Page, exclude?: string): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(
    async (excluded) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
        { include: ['html'], exclude: excluded },
        { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    },
    [exclude ?? []].flat(),
  );
};

/** The number of pixels by which the page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
