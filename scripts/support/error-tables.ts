import { errorKindFacts, type TargetFault, targetFaults } from '../../contracts/error-kinds.ts';
import { errorKinds } from '../../contracts/words.ts';

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
  return Object.entries(tables).reduce((text, [name, rows]) => {
    const [start, end] = [`<!-- errors: ${name} -->`, '<!-- errors end -->'];
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new RangeError(`docs/measuring.md has no table ${name}`);
    return `${text.slice(0, from + start.length)}\n${tableOf(rows())}\n${text.slice(to)}`;
  }, page);
}

function tableOf(rows: readonly string[][]): string {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`.replace('|  |', '| |'));
  const rule = `|${'---|'.repeat(rows[0]?.length ?? 0)}`;
  return lines.toSpliced(1, 0, rule).join('\n');
}
