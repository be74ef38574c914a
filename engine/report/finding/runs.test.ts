import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { FindingEvidence, ResultDocument } from '../../../contracts/result.ts';
import { makeFolder, removeFolder } from '../../../tests/support/folder.ts';
import {
  equalRuns,
  type Run,
  studyRuns,
  syntheticRuns,
} from '../../../tests/support/runs-of-all-kinds.ts';
import { resultDocumentOf } from '../../api/report-data.ts';
import { openStore } from '../../store/store.ts';
import { readRunFile } from '../run-file/read.ts';
import { runOutcome } from './finding.ts';

/** Findings of runs of every kind, read as a sceptical reader would, with arithmetic of its own. */

const runFiles = join(import.meta.dirname, '../../../fixtures/v0.1.0/runs');
const folder = makeFolder();
const stored: Run[] = [];

beforeAll(async () => {
  const store = openStore(join(folder, 'wirebench.db'));
  for (const name of readdirSync(runFiles)) {
    const run = await readRunFile(readFileSync(join(runFiles, name)));
    store.addRun(run);
    stored.push({ name, document: resultDocumentOf(store, run.id) });
  }
  store.close();
});
afterAll(() => removeFolder(folder));

const central = (values: readonly number[]) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
const completed = ({ trials }: ResultDocument) =>
  trials.filter(({ status }) => status === 'completed');

const figures = {
  throughput: (trial: TrialResult) => trial.throughputRps,
  p50: (trial: TrialResult) => trial.latencyMs.p50,
  p95: (trial: TrialResult) => trial.latencyMs.p95,
};

/** Of a cell, over the completed repetitions that have one. */
function valuesOf(document: ResultDocument, cell: Cell, metric: keyof typeof figures): number[] {
  return completed(document)
    .filter((trial) => describeCell(trial.cell) === describeCell(cell))
    .filter(({ requests }) => metric === 'throughput' || requests.ok > 0)
    .map(figures[metric]);
}

/** ∫ cosⁿ from 0 to `to`, by Simpson's rule. */
function cosines(power: number, to: number): number {
  const steps = 400;
  const weight = (step: number) => (step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2);
  let sum = 0;
  for (let step = 0; step <= steps; step++)
    sum += weight(step) * Math.cos((to * step) / steps) ** power;
  return (sum * to) / (3 * steps);
}

/** The quantile of Student's t that 2.5 % are above, by halving. */
function tOf(degrees: number): number {
  const whole = cosines(degrees - 1, Math.PI / 2);
  let [low, high] = [0, 1000];
  for (let turn = 0; turn < 60; turn++) {
    const middle = (low + high) / 2;
    const below = cosines(degrees - 1, Math.atan(middle / Math.sqrt(degrees))) / whole;
    if (below < 0.95) low = middle;
    else high = middle;
  }
  return low;
}

/** Welch's 95 % interval of the ratio of geometric means. */
function intervalOf(other: readonly number[], baseline: readonly number[]): [number, number] {
  const parts = [other, baseline].map((values) => {
    const logs = values.map(Math.log);
    const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
    const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs.length - 1);
    return { mean, error: variance / logs.length, count: logs.length };
  });
  const [a, b] = parts as [(typeof parts)[0], (typeof parts)[0]];
  const error = a.error + b.error;
  const degrees = error ** 2 / (a.error ** 2 / (a.count - 1) + b.error ** 2 / (b.count - 1));
  const [middle, reach] = [a.mean - b.mean, tOf(degrees) * Math.sqrt(error)];
  return [Math.exp(middle - reach), Math.exp(middle + reach)];
}

interface Told {
  readonly text: string;
  readonly value: number;
  /** Half of its last digit. */
  readonly slack: number;
}

function numbersOf(text: string): Told[] {
  return [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([digits]) => {
    const plain = digits.replaceAll(',', '').replace(/\.$/, '');
    const decimals = plain.split('.')[1]?.length ?? 0;
    return { text: digits, value: Number(plain), slack: 0.5001 * 10 ** -decimals };
  });
}

const isNear = ({ value, slack }: Told, fact: number) =>
  Math.abs(value - fact) <= slack + 1e-9 * Math.abs(fact);

/** Every figure of the run that a sentence may have, however it is put. */
function factsOf(document: ResultDocument): number[] {
  const done = completed(document);
  const cells = [...new Map(done.map(({ cell }) => [describeCell(cell), cell])).values()];
  const ofCells = cells.flatMap((cell) =>
    (['throughput', 'p50', 'p95'] as const).flatMap((metric) => {
      const value = central(valuesOf(document, cell, metric));
      return metric === 'throughput' ? [value] : [value, 1000 * value, value / 1000];
    }),
  );
  const groups = [...Map.groupBy(done, ({ cell }) => describeCell(cell)).values()];
  const rounds = done.flatMap((trial) => trial.rounds);
  const headlines = groups.flatMap((own) => {
    const finals = own.flatMap((trial) =>
      trial.rounds.filter(({ index }) => index === trial.headlineRound),
    );
    return finals.length === 0
      ? []
      : [
          central(finals.map(({ throughputRps }) => throughputRps)),
          central(finals.map((round) => round.users ?? round.rate ?? 0)),
        ];
  });
  const saturation = document.analysis.saturation.flatMap(({ curve, point, manual }) => [
    ...curve.flatMap(({ level, throughputRps }) => [level, throughputRps]),
    ...[point, manual].flatMap((one) => (one ? [one.level, one.throughputRps] : [])),
  ]);
  const saturated = [
    ...Map.groupBy(document.analysis.saturation, ({ cell }) => describeCell(cell)).values(),
  ].flatMap((own) => {
    const found = own.flatMap(({ manual, point }) => manual ?? point ?? []);
    return found.length === 0
      ? []
      : [
          central(found.map(({ level }) => level)),
          central(found.map(({ throughputRps }) => throughputRps)),
        ];
  });
  const counts = Array.from({ length: done.length + 1 }, (_none, count) => count);
  const shares = done.map(({ requests: { ok, failed } }) => (100 * failed) / (ok + failed));
  const levels = done.flatMap(({ cell }) => [cell.users ?? [], cell.rate ?? []].flat());
  const of = rounds.flatMap((round) =>
    [round.users ?? [], round.rate ?? [], round.throughputRps].flat(),
  );
  return [
    95,
    1.2,
    1.3,
    ...counts,
    ...shares,
    ...levels,
    ...ofCells,
    ...of,
    ...headlines,
    ...saturation,
    ...saturated,
  ];
}

const hedges =
  /no detectable difference|no difference can be detected|too few repetitions|enough repetitions|may be chance/;
/** Somebody is named as the better one, or a ratio is told as if it were sure. */
function claims(clause: string): boolean {
  const told = clause.replace(/tell which (of \d+ )?is ahead/, '');
  return /\bahead\b/.test(told) || (/ times (?:what|that of) /.test(told) && !hedges.test(told));
}

/** Parts of a finding that speak of one comparison. */
const clausesOf = (document: ResultDocument) =>
  (document.analysis.finding?.sentences ?? []).flatMap((text) => text.split('; '));

function checkEvidence(document: ResultDocument, text: string, one: FindingEvidence): void {
  const other = valuesOf(document, one.cell, one.metric);
  const baseline = valuesOf(document, one.baseline, one.metric);
  expect([one.trials.cell, one.trials.baseline]).toEqual([other.length, baseline.length]);
  const numbers = numbersOf(text);
  const has = (fact: number) => numbers.some((told) => isNear(told, fact));
  const usable = [...other, ...baseline].every((value) => value > 0);
  if (!usable) return;
  const times = central(other) / central(baseline);
  expect([text, times, has(times)]).toEqual([text, times, true]);
  const repeated = other.length > 1 && baseline.length > 1;
  expect([text, one.interval !== null]).toEqual([text, repeated]);
  if (!repeated) return;
  const interval = intervalOf(other, baseline);
  for (const end of interval) expect([text, end, has(end)]).toEqual([text, end, true]);
  const clear = interval[0] > 1 || interval[1] < 1;
  expect(one.finding === 'different' && !clear).toBe(false);
  const [name, against] = [one.cell, one.baseline].map(
    ({ protocol }) => protocolFacts[protocol].label,
  );
  expect(text).toMatch(
    new RegExp(`${name}[^;]* (?:answers [^;]* times what|is [^;]* times that of) [^;]*${against}`),
  );
}

function check({ name, document }: Run): void {
  const finding = document.analysis.finding;
  if (!finding) throw new Error(`${name} has no finding`);
  const { sentences, evidence } = finding;
  expect([name, sentences.length > 0 && sentences.length <= 2]).toEqual([name, true]);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  const text = sentences.join(' ');
  const failures = document.trials.flatMap(({ failure }) => failure?.message ?? []);
  const own = failures.reduce((all, message) => all.replaceAll(message, ''), text);
  const facts = [...factsOf(document), ...evidence.flatMap(ratioFacts)];
  for (const told of numbersOf(own)) {
    const known = facts.some((fact) => isNear(told, fact));
    expect([name, text, told.text, known]).toEqual([name, text, told.text, true]);
  }
  for (const one of evidence) checkEvidence(document, text, one);
  const [level] = /^At ([\d.,]+) /.exec(text)?.slice(1) ?? [];
  const levels = completed(document).map(({ cell }) => cell.users ?? cell.rate ?? 0);
  if (level) expect([name, Number(level.replaceAll(',', ''))]).toEqual([name, Math.max(...levels)]);
}

/** Held against the trials by {@link checkEvidence}. */
function ratioFacts({ ratio, interval }: FindingEvidence): number[] {
  return [ratio?.times ?? [], interval ? [interval.low, interval.high] : []].flat();
}

/** What a claim would have to rest on: repetitions of both, and an interval clear of 1. */
function claimsTooMuch(document: ResultDocument): string[] {
  const evidence = document.analysis.finding?.evidence ?? [];
  const sure = evidence.some(({ finding }) => finding === 'different');
  const repeated = completed(document).some(({ repetition }) => repetition > 1);
  return clausesOf(document).filter(
    (clause) => claims(clause) && !(repeated && (sure || / groups of cells /.test(clause))),
  );
}

describe('the findings of runs of all kinds', () => {
  const made = [...syntheticRuns(), ...equalRuns(), ...studyRuns()];

  it('are of thirty runs and more', () => {
    expect(stored.length + made.length).toBeGreaterThanOrEqual(30);
    expect(stored.length).toBe(14);
  });

  it('have numbers that follow from the trials', () => {
    for (const run of [...stored, ...made]) check(run);
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

  it('claim no more than their statistics do', () => {
    for (const { name, document } of [...stored, ...made]) {
      expect([name, claimsTooMuch(document)]).toEqual([name, []]);
    }
  });

  it('name no winner among equal things', () => {
    for (const { name, document } of equalRuns()) {
      expect([name, clausesOf(document).filter(claims)]).toEqual([name, []]);
    }
  });

  it('name the winner where there is one', () => {
    const clear = made.find(({ name }) => name === 'a clear difference');
    expect(clear && clausesOf(clear.document).filter(claims)).toHaveLength(1);
  });
});
