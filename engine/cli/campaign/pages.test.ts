import { describe, expect, it } from 'vitest';
import type { PlannedTrial } from '../../../contracts/experiment/cell.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { experimentOf } from '../../../tests/support/read-experiment.ts';
import { makeHead, makeResult } from '../../../tests/support/records.ts';
import { builtInText } from '../../experiment/builtin.ts';
import { type CutLimits, cutOverrides, cutWords, isSmaller } from '../../experiment/cut.ts';
import { planTrials } from '../../experiment/plan.ts';
import { readExperiment } from '../../experiment/read.ts';
import { publishedOfRun } from '../../published/compare.ts';
import { publishedStudies } from '../../published/tables.ts';
import { buildDocument } from '../../report/document.ts';
import { campaignPages } from './index-page.ts';
import { limitSentences, sizeSentence, softwareLines } from './limits.ts';
import type { CampaignPages, PagedResult } from './shapes.ts';
import { missingExperiments } from './write-pages.ts';

const id = 'kth-2024/throughput-stacks';
const text = builtInText(id) ?? '';

function read(limits: CutLimits = {}): { experiment: Experiment; source: string } {
  const cut = readExperiment(text, { overrides: cutOverrides(experimentOf(text), limits) });
  if (!cut.ok) throw new Error('cannot be cut');
  return cut;
}

/** gRPC is twice as fast as the others, but with large messages, where it is half as fast. */
function rpsOf({ cell, repetition }: PlannedTrial): number {
  const ofGrpc = cell.shape === 'large' ? 500 : 2000;
  return (cell.protocol === 'grpc' ? ofGrpc : 1000) + repetition;
}

/** A run of the experiment. */
function result(limits: CutLimits, part: Partial<TrialResult> = {}, quick = false): PagedResult {
  const { experiment, source } = read(limits);
  const trials = planTrials(experiment).map((planned) =>
    makeResult(`trial-${planned.index}`, {
      ...planned,
      throughputRps: rpsOf(planned),
      window: { seconds: limits.atMost === undefined ? 120 : limits.atMost / 1000 },
      made: { runtime: 'Java 21', libraries: { 'spring-boot': '3.5.0' } },
      ...part,
    }),
  );
  const head = makeHead({
    ...{ id: 'run', name: experiment.name, experiment: source, plannedTrials: trials.length },
    ...{ startedAt: '2026-11-23T10:20:00.000Z', endedAt: '2026-11-23T10:30:00.000Z' },
  });
  const document = buildDocument(head, trials);
  return {
    ...{ id, study: 'kth-2024', quick, document },
    published: publishedOfRun(document),
    cut: cutWords(read().experiment, experiment),
    whole: !quick && !isSmaller(read().experiment, experiment),
    figures: [
      { file: `${id}/figure-01.svg`, caption: 'Throughput. Published: M., on a machine. Run “A”.' },
    ],
    runFile: { bytes: 4000, path: `${id}.wbrun` },
  };
}

function pages(results: readonly PagedResult[], missing: CampaignPages['missing'] = []) {
  const made = campaignPages({ studies: publishedStudies(), results, missing });
  return new Map(made.map((page) => [page.name, page.text]));
}

const tenSeconds = { atMost: 10_000 };

describe('the pages of a campaign', () => {
  it('are an index and a page for each study with a run, the same for the same runs', () => {
    const made = pages([result({})]);
    expect([...made.keys()]).toEqual(['README.md', 'kth-2024.md']);
    expect(pages([result({})])).toEqual(made);
  });

  it('have machine, versions, dates and runs in the index, and the agreement of each study', () => {
    expect(pages([result({})]).get('README.md')).toMatchSnapshot();
  });

  it('mention every cut, in the index and on the page of the study', () => {
    const made = pages([result(tenSeconds)]);
    for (const page of made.values()) expect(page).toContain('window 10 s instead of 2 min');
    expect(made.get('README.md')).toContain('none of them at the published size');
    const cut = 'Not of the published size: window 10 s instead of 2 min.';
    expect(made.get('kth-2024.md')).toContain(cut);
    expect(sizeSentence(result({}))).toBe('');
    expect(sizeSentence(result({}, {}, true))).toContain('the quick twin');
  });

  it('show theirs and ours with the quotient, the ratios, and the sentences of those that do not agree', () => {
    const page = pages([result({ repetitions: 3 })]).get('kth-2024.md') ?? '';
    expect(page).toContain('Of the published size, with 3 repetitions instead of 1 repetition.');
    expect(page).toContain('here ÷ published');
    expect(page).toMatch(/\| gRPC ÷ REST \| .* \| same direction \|/);
    expect(page).toMatch(/- .*gRPC ÷ \w+: .* published, .* here.*; opposite direction/);
    expect(page).toContain(`![Throughput.](${id}/figure-01.svg)`);
    expect(page).toContain(`[run file](${id}.wbrun) (4.00 kB)`);
    // No table row is broken by the content of its cells.
    const widths = page.split('\n').filter((line) => line.startsWith('| '));
    expect(widths.every((line) => line.endsWith(' |'))).toBe(true);
  });

  it('list limitations of the results, from the trials alone', () => {
    const client = { ...makeResult('a').client, verdict: 'client-bound' as const };
    expect(limitSentences(result(tenSeconds, { client })).slice(0, 3)).toMatchSnapshot();
    const failed = { requests: { ok: 75, failed: 25, dropped: 0 } };
    expect(limitSentences(result({}, failed))).toMatchSnapshot();
    const failure = { code: 'SERVICE_DIED' as const, message: 'The service ended', hint: '' };
    expect(limitSentences(result({}, { status: 'failed', failure }))).toMatchSnapshot();
  });

  it('list each runtime once, with the libraries of all its services', () => {
    const made = { runtime: 'OpenJDK 25', libraries: { grpc: '1.85.0' } };
    const bare = { made: { runtime: 'OpenJDK 25', libraries: {} } };
    const all = [result({}, bare), result({}, { made }), result({})];
    expect([softwareLines(all), softwareLines(all.slice(0, 1))]).toMatchSnapshot();
  });

  it('name a run file that is too large, and missing experiments with the reason', () => {
    const large = { ...result({}), runFile: { bytes: 1_200_000, path: null } };
    const offer = (
      id: string,
      study: 'kth-2024' | 'kth-2023',
      stack: 'java' | 'node' | 'rust',
    ) => ({
      ...{ name: '', description: '', tables: [], trials: 1, seconds: null, lastRun: null },
      ...{ id, study, quick: false, stacks: [stack] },
    });
    const offered = [
      offer(id, 'kth-2024', 'java'),
      offer('kth-2024/tls', 'kth-2024', 'node'),
      offer('kth-2023/throughput-stacks', 'kth-2023', 'rust'),
    ];
    const made = pages([large], missingExperiments(offered, [large], new Set(['node'])));
    expect(made.get('kth-2024.md')).toContain('run file of 1.20 MB, too large to be kept here');
    expect(made.get('kth-2024.md')).toContain('- not run: `kth-2024/tls`');
    const missing = '- KTH 2023, not built: Rust: `kth-2023/throughput-stacks`';
    expect(made.get('README.md')).toContain(missing);
  });
});
