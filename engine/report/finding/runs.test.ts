import { beforeAll, describe, expect, it } from 'vitest';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { levelOfRound } from '../../../metrics/levels.ts';
import { failures, readingOf, valuesOf } from '../../../tests/support/plain-pairs.ts';
import { geometricMean, isWritten } from '../../../tests/support/plain-statistics.ts';
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
  const { headline, elsewhere, second } = readingOf(document);
  const pairs = [...headline, ...elsewhere, ...second].flatMap((group) => group.pairs);
  const ratios = (finding?.evidence ?? []).flatMap(({ cell, baseline }) => {
    const both = [cell, baseline].map(describeCell).join();
    const pair = pairs.find(
      (one) => [one.other.cell, one.baseline.cell].map(describeCell).join() === both,
    );
    const [other, base] = [valuesOf(document, cell), valuesOf(document, baseline)];
    const { times, low, high } = pair?.ratio ?? {
      times: geometricMean(other) / geometricMean(base),
    };
    return [times, low ?? times, high ?? times];
  });
  const tally = publishedOfRun(document)?.tally;
  return [
    95,
    ...Array.from({ length: done.length + 1 }, (_none, count) => count),
    ...done.map(({ requests: { ok, failed } }) => (100 * failed) / (ok + failed)),
    // Where no trial has ended, those that were cut short give the figures.
    ...(done.length === 0 ? document.trials : []).flatMap(
      ({ throughputRps, requests: { ok, failed } }) => [
        throughputRps,
        (100 * failed) / (ok + failed),
      ],
    ),
    ...done.flatMap(({ cell }) => [cell.users ?? [], cell.rate ?? []].flat()),
    ...rounds.flatMap(({ users, rate, throughputRps }) => [users ?? 0, rate ?? 0, throughputRps]),
    ...saturation.flatMap(({ curve }) =>
      curve.flatMap(({ level, throughputRps }) => [level, throughputRps]),
    ),
    ...means,
    ...ofCells.flatMap(rounded),
    ...done.flatMap(({ search, rounds: trialRounds }) => {
      if (!search) return [];
      const { level, low, high, few } = search;
      const missed = trialRounds
        .flatMap(({ missed: why = '' }) => why.match(/[\d.]+/g) ?? [])
        .map(Number);
      const own = [level, low, high, few?.answers, few?.needed].flatMap((one) => one ?? []);
      return [
        ...own,
        ...missed,
        ...[...search.objective.matchAll(/[\d.]+/g)].map(Number),
        99,
        99.9,
      ];
    }),
    ...ratios.flatMap((times) => [times, 1 / times]),
    ...failures(document).map(({ percent }) => percent),
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

/** The mean of repetitions without the digits in which they differ: to a tenth of the range's leading digit. */
function rounded(values: readonly number[]): number[] {
  const range = Math.max(...values) - Math.min(...values);
  if (!(range >= 10)) return [];
  const unit = 10 ** (Math.floor(Math.log10(range)) - 1);
  return [Math.round(geometricMean(values) / unit) * unit];
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
  const codes = document.trials.flatMap(({ errors }) =>
    errors.map(({ kind, code }) => `${kind} ${code}`),
  );
  const levels = document.trials.flatMap(({ cell: { users: _, rate: __, ...cell } }) =>
    Object.values(cell),
  );
  const study = publishedOfRun(document)?.study.label;
  return [
    ...failures,
    ...codes,
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
      expect(sentencesOf(document).join(' ')).not.toMatch(
        / (?:is|are) ahead|handles|carries|reaches|(?<!open whether [^;.]*) is faster:/,
      );
    }
  });

  it.each<[string, RegExp, string]>([
    ['a hedge that is left out', /it is open whether (.*? is \w+)(?= than)/gi, '$1'],
    ['a hedge that is left out of an effect', /it is open whether TLS changes/gi, 'TLS changes'],
    ['a chance that is left out', /, which may be chance among \d+ comparisons?/g, ''],
    ['another number of comparisons', /among \d+ comparisons?/g, 'among 99 comparisons'],
    [
      'a winner where nothing is decided',
      /it is open whether (.*?) is faster than (.*?) \((?:[\d.]+) to ([\d.]+) times\)/gi,
      '$1 handles $3 times as many requests a second as $2 (between 1.01 and $3)',
    ],
    [
      'a ratio the wrong way round',
      /(\w+) handles ([\d.]+) times as many requests a second as (\w+) (?=\()/g,
      '$3 handles $2 times as many requests a second as $1 ',
    ],
    [
      'a latency the wrong way round',
      /(\w+) is faster: (.*?) of (\w+) is/g,
      '$3 is faster: $2 of $1 is',
    ],
    ['a ratio below 1', /handles \d+\./g, 'handles 0.'],
    ['another ratio that goes on', /(?<= and )([\d.]+)(?= times as many as)/g, '9$1'],
    ['an opponent that is left out', / and [\d.]+ times as many as [^(]* \([^)]*\)/g, ''],
    ['another peak', /(carries|reaches) [\d,]+/g, '$1 77'],
    ['another winner', /\w+ is ahead(?=:| in| instead)/g, 'RSocket/2 is ahead'],
    ['an interval that is too narrow', /between ([\d.]+) and [\d.]+\)/g, 'between $1 and $1)'],
    ['an open interval that is too narrow', /\(([\d.]+) to [\d.]+ times/g, '($1 to $1 times'],
    [
      'an equality that is none',
      /it is open whether (\w+) is faster than (\w+) \(.*?\)/gi,
      '$1 and $2 do not differ by more than is worth mentioning',
    ],
    [
      'an equality that is left out',
      /(\w+) and (\w+) do not differ by more than is worth mentioning(?= in)?/g,
      'it is open whether $1 is faster than $2 (0.97 to 1.02 times)',
    ],
    ['another level of a search', /carries ([\d,]+)(?= requests a second)/g, 'carries 1$1'],
    ['a search that ended as if it had not', /carries at least/g, 'carries'],
    ['a limit that is too near', /between ([\d,]+) and [\d,]+, one/g, 'between $1 and $1, one'],
    ['another limit', /the limit lies between [\d,]+/gi, 'the limit lies between 1'],
    ['another objective', /with p99 below 50/g, 'with p99 below 5'],
    ['an objective that is less strict', /of at most 50/g, 'below 50'],
    ['a last round that is left out', /, not confirmed by a last round/g, ''],
    [
      'answers that are enough',
      /are too few for .*?(?=;|\.$)/g,
      'are too few for p99, which needs 100',
    ],
    ['a saturation that began below', /saturates at or below/g, 'saturates at about'],
    ['a failure that is left out', /^.* speeds? says? nothing\.$/g, ''],
    ['fewer failures', / failed [\d.]+ %/g, ' failed 1.5 %'],
    ['a range of other values', /ranges from [\d,.]+/g, 'ranges from 1'],
    ['too few repetitions that are enough', /; whether [^;]* cannot be said after[^;.]*/g, ''],
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

  it('are checked by a reader that detects another certainty', () => {
    for (const { document } of [...stored, ...made]) {
      const { certainty, sentences } = document.analysis.finding ?? {};
      for (const step of ['sure', 'direction', 'open'] as const) {
        if (!certainty || step === certainty.step) continue;
        expect(problemsOf(document, sentences, { ...certainty, step })).toHaveLength(1);
      }
      if (certainty) {
        const words = certainty.words.replace(/^\w+ (?=comparisons|of)/, '7 ');
        const changed = problemsOf(document, sentences, { ...certainty, words });
        expect([certainty, changed.length > 0]).toEqual([
          certainty,
          words !== certainty.words && certainty.step === 'open',
        ]);
      }
    }
  });
});
