import { directionWords, type PublishedTally } from '../../../contracts/published-judgement.ts';
import type { Environment } from '../../../contracts/result.ts';
import { countOf, formatBytes, formatWholeSeconds } from '../../../metrics/format.ts';
import { addTallies, tallyWords } from '../../published/tally.ts';
import { escapeMarkdown } from '../../report/page/captions.ts';
import { softwareLines } from './limits.ts';
import { bullets, columnsTable, type MarkdownColumn, paragraphs } from './markdown.ts';
import type { CampaignPage, CampaignPages, PagedResult } from './shapes.ts';
import { missingLines, ranTable, startWords, studyPage, tookSeconds } from './study-page.ts';

/** All pages of a campaign: `README.md`, and one for each study with a run. */
export function campaignPages(campaign: CampaignPages): CampaignPage[] {
  const pages = campaign.studies.flatMap((study) => {
    const results = campaign.results.filter((one) => one.study === study.name);
    const missing = campaign.missing.filter((one) => one.study === study.name);
    return results.length > 0 ? [studyPage(study, results, missing)] : [];
  });
  return [indexPage(campaign), ...pages];
}

function indexPage({ studies, results, missing }: CampaignPages): CampaignPage {
  const text = paragraphs([
    '# Results of repeating the studies',
    openingPart(results, missing),
    '## The machine',
    machinePart(results),
    '## What ran',
    ranTable(results, true),
    cutNote(results),
    '## What agrees',
    'How many ratios of two published figures point the same way here. A published ratio counts for each experiment that repeats it. *Leans* are ratios without an interval, which show no direction.',
    tallyTable(studies, results),
    escapeMarkdown(tallyWords(tallyOfResults(results), 'These runs have')),
    ...(missing.length > 0 ? ['## What is missing', missingPart(studies, missing)] : []),
  ]);
  return { name: 'README.md', text };
}

function openingPart(results: CampaignPages['results'], missing: CampaignPages['missing']): string {
  const whole = results.filter((one) => one.whole).length;
  const amount = whole === results.length ? 'all' : whole === 0 ? 'none' : String(whole);
  const absent = missing.length === 0 ? 'none is' : `${missing.length} are`;
  return `${countOf(results.length, 'experiment')} of the studies, ${amount} of them at the published size; ${absent} missing. \`wirebench campaign\` made these pages from the runs themselves: every sentence follows from figures.`;
}

function missingPart(studies: CampaignPages['studies'], missing: CampaignPages['missing']): string {
  const lines = studies.flatMap(({ name, label }) =>
    missingLines(missing.filter(({ study }) => study === name)).map(
      (line) => `${escapeMarkdown(label)}, ${line}`,
    ),
  );
  return bullets(lines);
}

function machinePart(results: readonly PagedResult[]): string {
  const starts = results.map(({ document }) => document.run.startedAt).sort();
  const ends = results.map(({ document: { run } }) => run.endedAt ?? run.startedAt).sort();
  const machines = [...new Set(results.map(({ document }) => hardware(document.run.environment)))];
  const programs = [
    ...new Set(
      results.map(
        ({ document: { run } }) =>
          `Wirebench ${run.environment.wirebench}, its clients on Node.js ${run.environment.node.replace(/^v/, '')}`,
      ),
    ),
  ];
  const seconds = results.reduce((sum, one) => sum + tookSeconds(one), 0);
  return bullets([
    ...machines.map(escapeMarkdown),
    ...programs.map(escapeMarkdown),
    ...softwareLines(results).map((line) => `Services on ${escapeMarkdown(line)}`),
    `From ${startWords(starts[0] ?? '')} to ${startWords(ends.at(-1) ?? '')}, ${formatWholeSeconds(seconds)} of it in these runs`,
  ]);
}

function hardware({ cpu, cores, memoryBytes, os, arch }: Environment): string {
  return `${cpu}, ${countOf(cores, 'core')}, ${formatBytes(memoryBytes)} of memory, ${os} (${arch})`;
}

function cutNote(results: readonly PagedResult[]): string {
  const cut = results.filter((one) => !one.whole).length;
  return cut === 0
    ? ''
    : `${cut === results.length ? 'None of these has' : `${cut} of these do not have`} the published size; figures of a cut experiment are no substitute for those of the whole one.`;
}

function tallyOfResults(results: readonly PagedResult[]): PublishedTally {
  return addTallies(results.flatMap(({ published }) => published?.tally ?? []));
}

interface TallyRow {
  readonly name: string;
  readonly tally: PublishedTally;
}

const count = (title: string, of: (tally: PublishedTally) => number): MarkdownColumn<TallyRow> => ({
  title,
  align: 'right',
  cell: ({ tally }) => String(of(tally)),
});

function tallyTable(studies: CampaignPages['studies'], results: readonly PagedResult[]): string {
  const rows = studies.flatMap(({ name, label }): TallyRow[] => {
    const own = results.filter(({ study }) => study === name);
    return own.length === 0
      ? []
      : [{ name: `[${escapeMarkdown(label)}](${name}.md)`, tally: tallyOfResults(own) }];
  });
  const directions = (
    [
      'same',
      'opposite',
      'only-here',
      'undetected',
      'leans-same',
      'leans-opposite',
      'untold',
    ] as const
  ).map((one) => count(directionWords[one], ({ directions: of }) => of[one]));
  return columnsTable<TallyRow>(
    [
      { title: 'study', raw: true, cell: ({ name }) => name },
      count('ratios', ({ ratios }) => ratios),
      count('measured', ({ measured }) => measured),
      ...directions,
      count('in our interval', ({ within }) => within),
      count('in doubt', ({ inDoubt }) => inDoubt),
    ],
    [...rows, { name: 'all', tally: tallyOfResults(results) }],
  );
}
