import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { useScheme } from './views.ts';

/** What axe is asked: a selector of the part to look at, and the rules to check. */
interface Question {
  readonly within: string | undefined;
  readonly rules: readonly string[] | undefined;
}

/** A violation that keeps somebody out, in the shape of axe. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[] }[];
}

const severe: readonly unknown[] = ['serious', 'critical'];

/**
 * Runs in the page, in source, since types and imports of tests are not there. The impact of a rule
 * is that of its violations: rules of a lesser one are not run, whose outcome nobody would be told.
 */
const severeRules = `axe._audit.rules
  .filter((rule) => !rule.impact || ${JSON.stringify(severe)}.includes(rule.impact))
  .filter((rule) => rule.enabled && !rule.tags.includes('experimental') && !rule.tags.includes('deprecated'))
  .map((rule) => rule.id)`;

/**
 * Of what is not violated nothing is collected, and no style sheet is fetched again (`preload`),
 * which only rules for video and rotated screens ask for.
 */
const optionsFor = (rules: readonly string[]) => ({
  resultTypes: ['violations' as const],
  preload: false,
  runOnly: { type: 'rule' as const, values: [...rules] },
});

const runInPage = `async ({ within, options, severe }) => {
  const { violations } = await axe.run(within ? { include: [[within]] } : document, options);
  return violations
    .filter(({ impact }) => severe.includes(impact))
    .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }));
}`;

/** The source of axe is sent once for each page, which then names the rules to run. */
async function prepare(page: Page, rules: readonly string[] | undefined) {
  if (await page.evaluate<boolean>('typeof axe === "undefined"'))
    await page.evaluate(`${axe.source}; axe.configure({ noHtml: true });`);
  return optionsFor(rules ?? (await page.evaluate<string[]>(severeRules)));
}

/** The page itself. */
async function askPage(page: Page, { within, rules }: Question): Promise<readonly Violation[]> {
  const options = await prepare(page, rules);
  return page.evaluate<readonly Violation[]>(
    `(${runInPage})(${JSON.stringify({ within, options, severe })})`,
  );
}

/** The page and its frames, by the long way that needs no access from one to the other. */
async function askFrames(page: Page, { within, rules }: Question): Promise<readonly Violation[]> {
  const builder = new AxeBuilder({ page }).options(await prepare(page, rules));
  if (within !== undefined) builder.include(within);
  const { violations } = await builder.analyze();
  return violations.filter(({ impact }) => severe.includes(impact));
}

/**
 * What axe finds that keeps somebody out: violations that are serious or critical.
 * @param within selector of the part to look at; the whole page when left out.
 * @param rules to check; all when left out.
 */
export async function seriousViolations(
  page: Page,
  within?: string,
  rules?: readonly string[],
): Promise<string[]> {
  const ask = page.frames().length > 1 ? askFrames : askPage;
  const violations = await ask(page, { within, rules });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

/** What axe finds so in a part of the page, light and then dark, in which the page stays. */
export async function violationsInBothSchemes(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await useScheme(page, scheme);
    found.push(...(await seriousViolations(page, within)).map((one) => `${scheme}: ${one}`));
  }
  return found;
}
