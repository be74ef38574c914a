import { type ConformWorkload, conformWorkloads } from '../../contracts/conform.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { markdownTable } from '../../metrics/markdown.ts';
import { answerCases } from '../../workers/conform/answers/answers.ts';
import type { ConformCheck } from '../../workers/conform/check.ts';
import { conformity } from '../../workers/conform/registry.ts';
import { replaceBetween } from './page-parts.ts';

type Words = Pick<ConformCheck, 'name' | 'holds' | 'sent' | 'expected'>;

/** Text in a cell of a Markdown table, where a bar would end it and angle brackets would be treated as HTML. */
const cell = (text: string) => `\`${text.replaceAll('`', '’').replaceAll('|', '\\|')}\``;
const plain = (text: string) =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');

/** Of checks that differ from workload to workload the first says how, and the last column where they are made. */
function rowsOf(checks: ReadonlyMap<string, { words: Words; workloads: ConformWorkload[] }>) {
  return [...checks.values()].map(({ words: { name, holds, sent, expected }, workloads }) => [
    `\`${name}\``,
    plain(holds),
    cell(sent),
    plain(expected),
    workloads.length === conformWorkloads.length ? 'all' : workloads.join(', '),
  ]);
}

function wireTable(protocol: Protocol): string {
  const found = new Map<string, { words: Words; workloads: ConformWorkload[] }>();
  for (const workload of conformWorkloads) {
    for (const words of conformity[protocol].checks?.(workload) ?? []) {
      const known = found.get(words.name) ?? { words, workloads: [] };
      known.workloads.push(workload);
      found.set(words.name, known);
    }
  }
  return markdownTable(['check', 'a service …', 'sent', 'expected', 'workloads'], rowsOf(found));
}

function answerTable(workload: ConformWorkload): string {
  const rows = answerCases[workload].map(({ name, holds, sent, expected, notIn = [] }) => {
    const but = notIn.length > 0 ? ` (not over ${notIn.join(', ')})` : '';
    return [`\`${name}\``, plain(holds + but), cell(sent), plain(expected)];
  });
  return markdownTable(['check', 'a service …', 'sent', 'expected'], rows);
}

/** All checks of `wirebench conform`, as the end of docs/conform.md lists them. */
export function conformTables(): string {
  const wired = protocols.filter((protocol) => conformity[protocol].checks !== undefined);
  return [
    ...conformWorkloads.flatMap((workload) => [
      `### Answers: ${workload}`,
      '',
      answerTable(workload),
      '',
    ]),
    ...wired.flatMap((protocol) => [
      `### ${protocolFacts[protocol].label}`,
      '',
      wireTable(protocol),
      '',
    ]),
  ].join('\n');
}

/** @returns the page with current tables. @throws RangeError when it has no markers for them. */
export function withConformTables(page: string): string {
  return replaceBetween(page, ['<!-- checks -->', '<!-- checks end -->'], `\n${conformTables()}`);
}
