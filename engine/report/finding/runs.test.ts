import { beforeAll, describe, expect, it } from 'vitest';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { levelOfRound } from '../../../metrics/levels.ts';
import { valuesOf } from '../../../tests/support/plain-pairs.ts';
import { geometricMean, isWritten, plainRatio } from '../../../tests/support/plain-statistics.ts';
import {
  equalRuns,
  type Run,
  studyRuns,
  syntheticRuns,
} from '../../../tests/support/runs-of-all-kinds.ts';
import { problemsOf } from '../../../tests/support/sceptical-reader.ts';
import { splitFacts } from '../../../tests/support/sceptical-split.ts';
import { storedRuns } from '../../../tests/support/stored-runs.ts';
import { publishedOfRun } from '../../published/compare.ts';
import { runOutcome } from './finding.ts';

/** Findings of all kinds of runs, real and synthetic, checked independently. */

const stored: Run[] = [];
beforeAll(async () => {
  stored.push(...(await storedRuns()));
}, 60_000);

const sentencesOf = ({ analysis }: ResultDocument) => analysis.finding?.sentences ?? [];
const completed = ({ trials }: ResultDocument) =>
  trials.filter(({ status }) => status === 'completed');

/** Every value of the run that a sentence may contain, in any form. */
function factsOf(document: ResultDocument): number[] {
  const done = completed(document);
  const { saturation, finding, crossovers = [] } = document.analysis;
  const cells = [...Map.groupBy(done, ({ cell }) => describeCell(cell)).values()];
  const ofCells = cells.flatMap((own) => [
    ...[own.map(({ throughputRps }) => throughputRps), own.map(({ latencyMs }) => latencyMs.p50)],
    ...[own.map(({ latencyMs }) => latencyMs.p95), valuesOf(document, own[0]?.cell ?? never())],
  ]);
  const rounds = done.flatMap((trial) => trial.rounds);
  const headlines = cells.flatMap((own) => {
    const finals = own.flatMap((trial) =>
      trial.rounds.filter(({ index }) => index === trial.headlineRound),
    );
    return [finals.map(({ throughputRps }) => throughputRps), finals.map(levelOfRound)];
  });
  const saturated = [...Map.groupBy(saturation, ({ cell }) => describeCell(cell)).values()].flatMap(
    (own) => {
      const found = own.flatMap(({ manual, point }) => manual ?? point ?? []);
      return [found.map(({ level }) => level), found.map(({ throughputRps }) => throughputRps)];
    },
  );
  const means = [...ofCells, ...headlines, ...saturated]
    .filter((values) => values.length > 0)
    .map(geometricMean);
  const ratios = (finding?.evidence ?? []).flatMap(({ cell, baseline }) => {
    const [other, base] = [valuesOf(document, cell), valuesOf(document, baseline)];
    const plain = plainRatio(other, base);
    const times = geometricMean(other) / geometricMean(base);
    return [times, ...(plain ? [plain.low, plain.high] : [])];
  });
  const tally = publishedOfRun(document)?.tally;
  return [
    95,
    ...Array.from({ length: done.length + 1 }, (_none, count) => count),
    ...done.map(({ requests: { ok, failed } }) => (100 * failed) / (ok + failed)),
    ...done.flatMap(({ cell }) => [cell.users ?? [], cell.rate ?? []].flat()),
    ...rounds.flatMap(({ users, rate, throughputRps }) => [users ?? 0, rate ?? 0, throughputRps]),
    ...saturation.flatMap(({ curve }) =>
      curve.flatMap(({ level, throughputRps }) => [level, throughputRps]),
    ),
    ...means,
    ...ratios,
    ...ratios.map((times) => Math.abs(100 * (times - 1))),
    ...crossovers.flatMap(({ crossings }) =>
      crossings.flatMap(({ level, interval }) => [
        level,
        ...(interval ? [interval.low, interval.high] : []),
      ]),
    ),
    ...splitFacts(document),
    ...(tally ? [tally.measured, tally.within + tally.outside, tally.withinWide] : []),
    // The tests of the finding check the number of tests that a correction covers.
    ...countsOfTests(document),
  ];
}

function never(): never {
  throw new Error('a group has a member');
}

function countsOfTests(document: ResultDocument): number[] {
  const among = /among (\d+) comparisons?/.exec(sentencesOf(document).join(' '))?.[1];
  return among === undefined ? [] : [Number(among)];
}

/** Names with digits. */
function namesOf(document: ResultDocument): string[] {
  const failures = document.trials.flatMap(({ failure }) => failure?.message ?? []);
  const levels = document.trials.flatMap(({ cell: { users: _, rate: __, ...cell } }) =>
    Object.values(cell),
  );
  const study = publishedOfRun(document)?.study.label;
  return [
    ...failures,
    ...levels.flatMap((level) => level ?? []),
    ...(study ? [study] : []),
    'REST/2',
    'TLS 1.2',
    'TLS 1.3',
  ];
}

function unknownNumbers(document: ResultDocument): string[] {
  const own = namesOf(document)
    .sort((a, b) => b.length - a.length)
    .reduce((text, name) => text.replaceAll(name, ''), sentencesOf(document).join(' '));
  const facts = factsOf(document);
  return [...own.matchAll(/\d[\d,]*(?:\.\d+)?/g)]
    .map(([digits]) => digits.replace(/,$/, ''))
    .filter((digits) => !facts.some((fact) => isWritten(digits, fact)));
}

const labelled = ({ name, document }: Run, found: readonly string[]) => [
  name,
  sentencesOf(document),
  found,
];

/** Stored runs that compare equal cells. */
const isSame = ({ name }: Run) => name.includes('same');

describe('the findings of runs of all kinds', () => {
  const made = [...syntheticRuns(), ...equalRuns(), ...studyRuns()];

  it('are of thirty stored runs and more', () => {
    expect(stored.length).toBeGreaterThanOrEqual(30);
    expect(stored.filter(isSame).length).toBeGreaterThanOrEqual(4);
  });

  it('are a few sentences each', () => {
    for (const { name, document } of [...stored, ...made]) {
      const sentences = sentencesOf(document);
      expect([name, sentences.length > 0 && sentences.length <= 4]).toEqual([name, true]);
      for (const sentence of sentences) expect(sentence).toMatch(/^(?:[A-Z]|gRPC).*\.$/);
    }
  });

  it('have numbers that follow from the trials', () => {
    for (const run of [...stored, ...made]) {
      expect(labelled(run, unknownNumbers(run.document))).toEqual(labelled(run, []));
    }
  });

  it('claim what an independent computation finds certain, and no more', () => {
    for (const run of [...stored, ...made]) {
      expect(labelled(run, problemsOf(run.document))).toEqual(labelled(run, []));
    }
  });

  it('are the same in the history', () => {
    for (const { name, document } of [...stored, ...made]) {
      const { run, trials, analysis } = document;
      const byHand = analysis.saturation.flatMap(({ trialId, manual }) =>
        manual ? [[trialId, manual.level] as const] : [],
      );
      const { sentences } = runOutcome(run, trials, new Map(byHand));
      expect([name, sentences]).toEqual([name, analysis.finding?.sentences]);
    }
  });

  it('name no winner among equal cells', () => {
    for (const { name, document } of [...equalRuns(), ...stored.filter(isSame)]) {
      const sure = document.analysis.finding?.evidence.filter(
        ({ finding }) => finding === 'different',
      );
      expect([name, sure]).toEqual([name, []]);
      expect(sentencesOf(document).join(' ')).not.toMatch(/(?<!which of \d+) (?:is|are) ahead/);
    }
  });

  it.each<[string, RegExp, string]>([
    ['a hedge that is left out', /: no detectable difference with \d repetitions/g, ''],
    ['a ratio the wrong way round', /answers 0\./g, 'answers 1.'],
    ['another winner', /\w+ is ahead(?=:| in)/g, 'RSocket/2 is ahead'],
    ['an interval that is too narrow', /interval ([\d.]+) to [\d.]+/g, 'interval $1 to $1'],
    ['an effect that is none', /no effect of/g, 'the effect of'],
    ['a cost that is none', /costs/g, 'raises'],
    [
      'a factor that decides',
      /it is not certain whether (.*?) or (.*?) decides more/g,
      '$1 decides more than $2',
    ],
    [
      'another factor',
      /the (stack|protocol) decides more than the (stack|protocol)/g,
      'the $2 decides more than the $1',
    ],
    ['a share that is larger', /makes up \d+/g, 'makes up 100'],
    ['another count', /ahead in \d+/g, 'ahead in 17'],
    ['a study that agrees more', /\d+ points? the (?:same|opposite) way/g, '99 point the same way'],
  ])('are checked by a reader that detects %s', (_what, pattern, instead) => {
    const changed = [...stored, ...made].flatMap(({ document }) => {
      const before = sentencesOf(document);
      const after = before.map((text) => text.replace(pattern, instead));
      return after.join() === before.join() ? [] : [problemsOf(document, after).length];
    });
    expect(changed.length).toBeGreaterThan(0);
    expect(changed).not.toContain(0);
  });
});
