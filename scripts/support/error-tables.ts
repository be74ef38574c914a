import { errorKindFacts, type TargetFault, targetFaults } from '../../contracts/error-kinds.ts';
import { errorKinds } from '../../contracts/words.ts';
import { markdownTable } from '../../figures/markdown.ts';
import { replaceBetween } from './page-parts.ts';

/** The tables of docs/measuring.md about failed requests, each between markers with its name. */
const tables: Readonly<Record<string, () => string[][]>> = {
  kinds: () => [
    ['kind', 'means', 'examples of codes'],
    ...errorKinds.map((kind) => {
      const { meaning, codes } = errorKindFacts[kind];
      return [`\`${kind}\``, meaning, codes.map((code) => `\`${code}\``).join(', ')];
    }),
  ],
  faults: () => [
    ['the target …', 'kind', 'except with the library client'],
    ...Object.values<TargetFault>(targetFaults).map((fault) => [
      fault.what,
      `\`${fault.kind}\``,
      exceptionsOf(fault),
    ]),
  ],
};

function exceptionsOf({ exceptions }: TargetFault): string {
  const all = exceptions.map(({ libraries, kind, why }) => {
    return `${libraries.join(', ')} (${kind === null ? 'no error' : `\`${kind}\``}): ${why}`;
  });
  return all.join('; ');
}

/** @returns the page with its tables as the facts have them now. @throws RangeError when it lacks one. */
export function withErrorTables(page: string): string {
  return Object.entries(tables).reduce((text, [name, make]) => {
    const [titles = [], ...rows] = make();
    const markers = [`<!-- errors: ${name} -->`, '<!-- errors end -->'] as const;
    return replaceBetween(text, markers, markdownTable(titles, rows));
  }, page);
}
