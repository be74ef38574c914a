import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { useScheme } from './views.ts';

/** Input of axe: a selector of the part to check, and the rules. */
interface Question {
  readonly within: string | undefined;
  readonly rules: readonly string[] | undefined;
}

/** A violation that locks somebody out, in the shape of axe. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[] }[];
}

const severe: readonly unknown[] = ['serious', 'critical'];

/**
 * Runs in the page, as source, since the tests' types and imports do not exist there. The impact of a rule
 * is that of its violations: less severe rules are skipped, since their outcome would not be reported.
 */
const severeRules = `axe._audit.rules
  .filter((rule) => !rule.impact || ${JSON.stringify(severe)}.includes(rule.impact))
  .filter((rule) => rule.enabled && !rule.tags.includes('experimental') && !rule.tags.includes('deprecated'))
  .map((rule) => rule.id)`;

/**
 * Nothing is collected about passed rules, and no style sheet is fetched again (`preload`),
 * which only rules for video and rotated screens need.
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

/** The source of axe is sent once per page; after that only the rules are. */
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

/** The page and its frames, in the slow way that needs no access between them. */
async function askFrames(page: Page, { within, rules }: Question): Promise<readonly Violation[]> {
  const builder = new AxeBuilder({ page }).options(await prepare(page, rules));
  if (within !== undefined) builder.include(within);
  const { violations } = await builder.analyze();
  return violations.filter(({ impact }) => severe.includes(impact));
}

/**
 * Violations that lock somebody out: serious or critical ones.
 * @param within selector of the part to check; default the whole page.
 * @param rules to check; default all.
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

/** Violations in a part of the page, first light and then dark; the page stays dark. */
export async function violationsInBothSchemes(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await useScheme(page, scheme);
    found.push(...(await seriousViolations(page, within)).map((one) => `${scheme}: ${one}`));
  }
  return found;
}
