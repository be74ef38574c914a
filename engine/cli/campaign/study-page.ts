import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { ComparedTable, PublishedPair } from '../../../contracts/published.ts';
import { type Direction, directionWords } from '../../../contracts/published-judgement.ts';
import type { CellAnalysis } from '../../../contracts/result.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import {
  formatBytes,
  formatShare,
  formatWholeSeconds,
  threeDigits,
} from '../../../metrics/format.ts';
import { plainRatio } from '../../../metrics/ratios.ts';
import { likePrinted } from '../../published/print.ts';
import { trialSizeWords } from '../../published/trust.ts';
import { escapeMarkdown } from '../../report/page/captions.ts';
import {
  type FigureLine,
  figureColumns,
  figureLines,
  pairTextColumns,
  placeOfPair,
} from '../text/published-text.ts';
import { limitSentences, softwareLines } from './limits.ts';
import {
  bullets,
  columnsTable,
  folded,
  foldedTable,
  type MarkdownColumn,
  paragraphs,
} from './markdown.ts';
import type { CampaignPage, CampaignPages, MissingExperiment, PagedResult } from './shapes.ts';

/** More sentences are collapsed. */
const maxSentences = 12;

/** Start of a run, in universal time: `2026-11-23 10:20 UTC`. */
export function startWords(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Number of trials with results: `23 of 24`. */
function completedWords({ document: { run, trials } }: PagedResult): string {
  return `${trials.filter(({ status }) => status === 'completed').length} of ${run.plannedTrials}`;
}

/** A study's page: its runs, every table with ours, agreement and disagreement. */
export function studyPage(
  study: CampaignPages['studies'][number],
  results: readonly PagedResult[],
  missing: readonly MissingExperiment[],
): CampaignPage {
  const { label, title, author, institution, year, machine, about } = study;
  const text = paragraphs([
    `# ${escapeMarkdown(label)}`,
    `*${escapeMarkdown(title)}*, ${escapeMarkdown(author)}, ${escapeMarkdown(institution)}, ${year}. ${escapeMarkdown(about)}`,
    bullets([
      `Published: ${escapeMarkdown(machine)}`,
      ...[...new Set(results.flatMap(({ published }) => published?.run.machine ?? []))].map(
        (ours) => `Here: ${escapeMarkdown(ours)}`,
      ),
      '[All studies](README.md)',
    ]),
    ranTable(results),
    bullets(missingLines(missing)),
    ...results.map(resultPart),
  ]);
  return { name: `${study.name}.md`, text };
}

/** The experiments without a run, a line for each reason. */
export function missingLines(missing: readonly MissingExperiment[]): string[] {
  const reasons = [...Map.groupBy(missing, ({ why }) => why)];
  return reasons.map(([why, those]) => {
    const ids = those.map(({ id }) => `\`${id}\``).join(', ');
    return `${escapeMarkdown(why)}: ${ids}`;
  });
}

/** The runs of a page or of all, with their cuts. */
export function ranTable(results: readonly PagedResult[], linked = false): string {
  return columnsTable<PagedResult>(
    [
      {
        title: 'experiment',
        raw: true,
        cell: ({ id, study }) => `[\`${id}\`](${linked ? `${study}.md` : ''}#${anchorOf(id)})`,
      },
      { title: 'trials', align: 'right', cell: completedWords },
      { title: 'measured', cell: ({ document }) => trialSizeWords(document.trials) },
      { title: 'cut or changed', cell: cutCell },
      { title: 'took', align: 'right', cell: (one) => formatWholeSeconds(tookSeconds(one)) },
    ],
    results,
  );
}

function cutCell({ cut, quick }: PagedResult): string {
  return [...(quick ? ['quick twin'] : []), ...cut].join(', ') || 'nothing';
}

/** Duration of a run, in seconds. */
export function tookSeconds({ document: { run } }: Pick<PagedResult, 'document'>): number {
  return (Date.parse(run.endedAt ?? run.startedAt) - Date.parse(run.startedAt)) / 1000;
}

function anchorOf(id: string): string {
  return id.replaceAll(/[^\w-]/g, '-');
}

function fileWords({ runFile: { bytes, path } }: PagedResult): string {
  if (bytes === 0) return 'without a run file';
  const size = formatBytes(bytes);
  return path === null
    ? `run file of ${size}, too large to be kept here`
    : `[run file](${path}) (${size})`;
}

/** The section of one experiment. */
function resultPart(result: PagedResult): string {
  const { id, document, published, figures } = result;
  const finding = document.analysis.finding?.sentences ?? [];
  return paragraphs([
    `<a id="${anchorOf(id)}"></a>`,
    `## ${escapeMarkdown(document.run.name)}`,
    `\`${id}\`, ${startWords(document.run.startedAt)}, ${fileWords(result)}.`,
    ...finding.map(escapeMarkdown),
    ...figures.map(({ file, caption }) => {
      const text = escapeMarkdown(shortCaption(caption));
      return `![${text}](${file})\n\n*${text}*`;
    }),
    ...(published?.tables ?? []).map(tablePart),
    ...(published && published.tally.ratios > 0
      ? ['### What agrees and what does not', agreementPart(published.tables)]
      : []),
    cellsPart(document),
    '### What limits these figures',
    bullets(limitSentences(result).map(escapeMarkdown)),
    folded(
      'What the services were made of',
      bullets(softwareLines([result]).map(escapeMarkdown)),
      true,
    ),
  ]);
}

/** All cells of a run, which the study does not print: geometric means over the repetitions. */
function cellsPart({ trials, analysis }: PagedResult['document']): string {
  const { many } = workWords[workOfTrials(trials)];
  return folded(
    `All cells, ${analysis.cells.length}`,
    columnsTable<CellAnalysis>(
      [
        { title: 'cell', cell: ({ cell }) => describeCell(cell) },
        { title: 'trials', align: 'right', cell: (one) => String(one.trials) },
        { title: `${many}/s`, align: 'right', cell: (one) => threeDigits(one.throughputRps) },
        { title: 'mean, ms', align: 'right', cell: ({ meanMs }) => threeDigits(meanMs) },
        { title: 'p95, ms', align: 'right', cell: ({ p95Ms }) => threeDigits(p95Ms) },
        { title: 'failed', align: 'right', cell: (one) => formatShare(one.errorShare) },
      ],
      analysis.cells,
    ),
    true,
  );
}

/** A caption without what the page already states: study, machines, run. */
function shortCaption(caption: string): string {
  return caption.replace(/ (Published: |Run “).*$/s, '');
}

const timesColumn: MarkdownColumn<FigureLine> = {
  title: 'here ÷ published',
  align: 'right',
  cell: ({ value, own }) => (own && value ? plainRatio(own.value / value) : '–'),
};

/** The range of the trials that one value of ours comes from. */
const spanColumn: MarkdownColumn<FigureLine> = {
  title: 'trials',
  align: 'right',
  cell: ({ own, published }) => {
    if (!own) return '–';
    if (own.trials < 2) return String(own.trials);
    const [low, high] = [own.low, own.high].map((one) => likePrinted(one, published));
    return `${own.trials}: ${low} to ${high}`;
  },
};

function tablePart(compared: ComparedTable): string {
  const { table, pairs, notes, words } = compared;
  const { lines, footnotes } = figureLines(compared);
  const columns = figureColumns(table);
  const measured = lines.some(({ own }) => own !== null);
  const remarks = [...footnotes, ...table.notes, ...notes].map(escapeMarkdown);
  return paragraphs([
    `### ${escapeMarkdown(table.title)} (${escapeMarkdown(table.source)})`,
    measured
      ? foldedTable(
          `Figures, ${lines.length}`,
          [...columns.slice(0, -1), spanColumn, timesColumn, ...columns.slice(-1)],
          lines,
        )
      : 'This run has no figures for this table.',
    measured && pairs.length > 0
      ? foldedTable(`Ratios, ${pairs.length}`, pairTextColumns(compared), pairs)
      : '',
    measured ? escapeMarkdown(words) : '',
    bullets(remarks),
    table.claims.length > 0
      ? `The study says:\n\n${bullets(table.claims.map(escapeMarkdown))}`
      : '',
  ]);
}

interface PlacedPair {
  readonly place: string;
  readonly pair: PublishedPair;
}

/** Directions by divided levels, and the sentences of all disagreements. */
function agreementPart(tables: readonly ComparedTable[]): string {
  const all = tables.flatMap(({ table, pairs }) =>
    pairs.map((pair): PlacedPair => {
      const where = placeOfPair(table, pair);
      return { place: where === '' ? table.title : `${table.title}, ${where}`, pair };
    }),
  );
  const measured = all.filter(({ pair }) => pair.ours !== null);
  if (measured.length === 0) return 'This run has figures for none of the published ratios.';
  const groups = [...Map.groupBy(measured, ({ pair }) => pair.compared)];
  const other = of(measured, ['opposite', 'leans-opposite', 'only-here']);
  const sentences = other.map(
    ({ place, pair }) => `${escapeMarkdown(place)}: ${escapeMarkdown(pair.words)}`,
  );
  return paragraphs([
    columnsTable(agreementColumns, groups),
    sentences.length === 0
      ? 'None of ours lies on the other side.'
      : folded(
          `On the other side, or different only here, ${sentences.length}`,
          bullets(sentences),
          sentences.length > maxSentences,
        ),
    boundSentence(other),
  ]);
}

type Group = readonly [compared: string, pairs: readonly PlacedPair[]];

function of(pairs: readonly PlacedPair[], directions: readonly Direction[]): PlacedPair[] {
  return pairs.filter(({ pair }) => directions.includes(pair.direction));
}

const counted = (direction: Direction): MarkdownColumn<Group> => ({
  title: directionWords[direction],
  align: 'right',
  cell: ([, pairs]) => String(of(pairs, [direction]).length),
});

const agreementColumns: readonly MarkdownColumn<Group>[] = [
  { title: 'ratio', cell: ([compared]) => compared },
  { title: 'measured', align: 'right', cell: ([, pairs]) => String(pairs.length) },
  ...(
    [
      'same',
      'opposite',
      'only-here',
      'undetected',
      'leans-same',
      'leans-opposite',
      'untold',
    ] as const
  ).map(counted),
  {
    title: 'times apart, in the middle',
    align: 'right',
    cell: ([, pairs]) => middleApart(pairs),
  },
];

/** The median factor between our ratios and the published ones. */
function middleApart(pairs: readonly PlacedPair[]): string {
  const factors = pairs
    .flatMap(({ pair: { factor } }) => (factor ? [Math.max(factor, 1 / factor)] : []))
    .sort((a, b) => a - b);
  return threeDigits(factors[Math.floor((factors.length - 1) / 2)]);
}

/** How many of those on the other side rest on client-bound trials. */
function boundSentence(other: readonly PlacedPair[]): string {
  const bound = other.filter(({ pair }) =>
    pair.trust?.doubts.some((doubt) => doubt.startsWith('client-bound')),
  );
  return bound.length === 0
    ? ''
    : `Of these ${other.length}, ${bound.length} ${bound.length === 1 ? 'rests' : 'rest'} on trials that were client-bound, so that the client may be the reason.`;
}
