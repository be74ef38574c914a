import type { DescriptionKind, Verdict } from './kinds.ts';

/** Result of checking one description. */
export interface Looked {
  readonly kind: Pick<DescriptionKind, 'title' | 'validator'>;
  readonly file: string;
  readonly tree: string;
  /** Number of operations that it declares; null if that cannot be counted. */
  readonly declared: number | null;
  /** Why it cannot be read; null if it can. */
  readonly unread: string | null;
  /** The reader's reasons for the operations that it leaves out. */
  readonly left: readonly string[];
  readonly verdicts: readonly Verdict[];
}

/** A reason without its names, so that similar ones are counted together. */
export function withoutNames(reason: string): string {
  return reason
    .replace(/^\S+ is left out: /, '')
    .replace(/^Left out .*?: (?=\S)/, '')
    .replace(/\bhttps?:[^\s,;()]*[^\s,;:().]/g, '…')
    .replace(/(["'`’‘]).*?\1/g, '…')
    .replace(/[^\s,;:()]*[./\\#_{}][^\s,;:()]*[^\s,;:().]/g, '…')
    .replace(/\b(element|type|message|part|parameter|header|enum|field|file)s? \S+/g, '$1 …')
    .replace(/\d+/g, 'N')
    .replace(/(…[\s,]*)+(?=…)/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, 140);
}

function row(cells: readonly (string | number)[]): string {
  const [first = '', ...others] = cells.map(String);
  return `${first.padEnd(14)}${others.map((cell) => cell.padStart(11)).join('')}`;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

function rowOf(title: string, all: readonly Looked[]): string {
  const verdicts = all.flatMap((one) => one.verdicts);
  const said = (what: Verdict['said']) => verdicts.filter((one) => one.said === what).length;
  return row([
    title,
    new Set(all.map(({ tree }) => tree)).size,
    all.length,
    all.filter(({ unread }) => unread === null).length,
    sum(all.map(({ declared }) => declared ?? 0)),
    verdicts.length,
    said('accepted'),
    said('refused'),
    said('unseen'),
  ]);
}

/** Reasons with their counts and first occurrences, the most frequent first. */
function grouped(given: readonly { readonly reason: string; readonly where: string }[]): string[] {
  const groups = new Map<
    string,
    { count: number; readonly where: string; readonly reason: string }
  >();
  for (const { reason, where } of given) {
    const name = withoutNames(reason);
    const known = groups.get(name);
    if (known) known.count++;
    else groups.set(name, { count: 1, where, reason });
  }
  return [...groups]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(
      ([name, { count, where, reason }]) =>
        `${String(count).padStart(6)}  ${name}\n        ${where}: ${reason.replace(/\s+/g, ' ').slice(0, 300)}`,
    );
}

function reasonsOf(title: string, all: readonly Looked[]): string[] {
  const of = (what: Verdict['said']) =>
    all.flatMap(({ file, verdicts }) =>
      verdicts
        .filter(({ said }) => said === what)
        .map(({ why, operation }) => ({ reason: why, where: `${file} ${operation}` })),
    );
  const unread = all.flatMap(({ file, unread: reason }) =>
    reason === null ? [] : [{ reason, where: file }],
  );
  const left = all.flatMap(({ file, left: reasons }) =>
    reasons.map((reason) => ({ reason, where: file })),
  );
  return Object.entries({
    'not read': unread,
    'without a sample': left,
    'refused by the validator': of('refused'),
    'not looked at by the validator': of('unseen'),
  }).flatMap(([what, given]) =>
    given.length === 0 ? [] : ['', `${title}, ${what}:`, ...grouped(given)],
  );
}

/** The table of everything checked, followed by the reasons for rejection. */
export function tally(all: readonly Looked[]): string {
  const titles = [...new Set(all.map(({ kind }) => kind.title))];
  const of = (title: string) => all.filter(({ kind }) => kind.title === title);
  const head = [
    '',
    'trees',
    'files',
    'read',
    'operations',
    'samples',
    'accepted',
    'refused',
    'unseen',
  ];
  return [
    row(head),
    ...titles.map((title) => rowOf(title, of(title))),
    ...titles.flatMap((title) => reasonsOf(title, of(title))),
  ].join('\n');
}
