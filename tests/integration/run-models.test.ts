import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../contracts/engine-api.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { type ResultDocument, resultDocumentSchema } from '../../contracts/result.ts';
import { engineRuns } from '../support/engine-runs.ts';

const runs = engineRuns();
const { runToEnd } = runs;

const experiment = (load: string, protocols = 'rest', more = '') => `wirebench: 1
name: Models
factors:
  protocol: [${protocols}]
load: ${load}
workers: 2
${more}`;

/** The only trial of a run, after the checks that apply to every load model. */
function soundTrial(document: ResultDocument): TrialResult {
  expect(resultDocumentSchema.parse(document)).toEqual(document);
  expect(document.run.status).toBe('completed');
  for (const trial of document.trials) expectSound(trial);
  const [trial] = document.trials;
  if (!trial) throw new Error('no trial was measured');
  return trial;
}

function expectSound({ accounting, rounds, requests, errors }: TrialResult): void {
  expect(errors).toEqual([]);
  const { warmUp, measured, drained, abandoned, issued, succeeded } = accounting;
  expect(warmUp + measured + drained + abandoned).toBe(issued);
  expect(succeeded).toBe(issued - abandoned);
  expect(accounting.serverCounted).toBeLessThanOrEqual(issued);
  expect(accounting.serverCounted).toBeGreaterThanOrEqual(succeeded);
  expect(rounds.map(({ index }) => index)).toEqual(rounds.map((_round, index) => index));
  for (const round of rounds) {
    expect(round.throughputRps).toBeCloseTo(round.ok / round.seconds);
    expect(round.ok > 0).toBe(round.latencyMs.max > 0);
  }
  expect(requests.ok).toBeGreaterThan(0);
}

const okOf = (rounds: TrialResult['rounds']) => rounds.reduce((sum, { ok }) => sum + ok, 0);

async function seriesOf(trial: TrialResult) {
  return runs.engine.client.runs.series({ trialId: trial.id });
}

describe('steps', () => {
  const load = '{model: steps, levels: [1, 3, 6], hold: 500ms, settle: 200ms}';

  it('measure each level as a separate round, report it at its end, and store every interval with its round', async () => {
    const [seen, activities] = [new Set<number>(), new Set<string>()];
    const pointRounds = new Set<number | null>();
    const text = experiment(load, 'rest, grpc', 'equivalence: skip\n');
    const document = await runToEnd(text, (event: RunEvent) => {
      if (event.type === 'point') pointRounds.add(event.point.round);
      if (event.type !== 'snapshot') return;
      seen.add(event.progress.rounds.length);
      activities.add(event.progress.activity);
    });
    expect(seen).toEqual(new Set([0, 1, 2, 3]));
    const names = ['Round 1: 1 user', 'Round 2: 3 users', 'Round 3: 6 users'];
    expect([...activities]).toEqual(expect.arrayContaining(names));
    expect([...pointRounds]).toEqual(expect.arrayContaining([0, 1, 2]));

    const trial = soundTrial(document);
    expect(document.trials).toHaveLength(2);
    for (const trial of document.trials) {
      const { rounds, requests, window, accounting } = trial;
      expect(trial.cell.users).toBeUndefined();
      expect(rounds.map(({ kind, users }) => [kind, users])).toEqual([
        ['step', 1],
        ['step', 3],
        ['step', 6],
      ]);
      expect(rounds.map(({ seconds }) => seconds)).toEqual(rounds.map(() => expect.closeTo(0.5)));
      expect(okOf(rounds)).toBe(requests.ok);
      expect(window.seconds).toBeCloseTo(1.5);
      expect(accounting.warmUp).toBeGreaterThan(0);
      expect(trial.notes.join()).toContain('mix levels of load from 1 user to 6 users');
    }

    const series = await seriesOf(trial);
    const measured = series.filter(({ phase }) => phase === 'measured');
    expect([...new Set(measured.map(({ round }) => round))]).toEqual([0, 1, 2]);
    // Times continue.
    expect(series.map(({ at }) => at)).toEqual(series.map(({ at }) => at).sort((a, b) => a - b));
    for (const { index, ok, startSeconds, seconds } of trial.rounds) {
      const own = measured.filter(({ round }) => round === index);
      expect(own.reduce((sum, point) => sum + point.ok, 0)).toBe(ok);
      expect(own.at(-1)?.at).toBeCloseTo(startSeconds + seconds, 3);
    }
  });
});

it('stages move the level from round to round in one stint', async () => {
  const load =
    '{model: stages, stages: [{for: 500ms, to: 8}, {for: 700ms, to: 8}, {for: 500ms, to: 0}]}';
  const { rounds, requests, window } = soundTrial(await runToEnd(experiment(load)));
  expect(rounds.map(({ kind, seconds }) => [kind, seconds])).toEqual(
    [0.5, 0.7, 0.5].map((seconds) => ['stage', expect.closeTo(seconds)]),
  );
  const [rising = 0, ...users] = rounds.map((round) => round.users);
  expect(users[0]).toBe(8);
  for (const edge of [rising, users[1]])
    expect([2, 3, 4, 5, 6, 7]).toContain(Math.round(edge ?? 0));
  expect(okOf(rounds)).toBe(requests.ok);
  expect(window.seconds).toBeCloseTo(1.7);
});

describe('a ramp', () => {
  it('makes a round of each second, at a level that rises, and sends no list of them while it runs', async () => {
    const load = '{model: ramp, of: rate, from: 20, to: 140, perSecond: 40, stopAt: end}';
    const listed = new Set<number>();
    const document = await runToEnd(experiment(load), (event) => {
      if (event.type === 'snapshot') listed.add(event.progress.rounds.length);
    });
    expect([...listed]).toEqual([0]);
    const trial = soundTrial(document);
    expect(trial.rounds.map(({ kind, rate }) => [kind, rate])).toEqual([
      ['ramp', 40],
      ['ramp', 80],
      ['ramp', 120],
    ]);
    // 40, 80 and 120 arrivals, the last of which a busy machine may drop.
    expect(trial.accounting.issued + trial.accounting.dropped).toBe(240);
    expect(trial.lagMs).not.toBeNull();
    expect((await seriesOf(trial)).map(({ round }) => round).slice(0, 3)).toEqual([0, 1, 2]);
  });
});

describe('a search', () => {
  it('doubles, then measures the best level for long, which stands for the trial', async () => {
    const load =
      '{model: search, method: doubling, from: 1, to: 8, round: 500ms, settle: 100ms, final: 1s}';
    const trial = soundTrial(await runToEnd(experiment(load)));
    const discovery = trial.rounds.filter(({ kind }) => kind === 'discovery');
    const final = trial.rounds.at(-1);
    expect(discovery.map(({ users }) => users)).toEqual([1, 2, 4, 8].slice(0, discovery.length));
    expect(final?.kind).toBe('final');
    const best = Math.max(...discovery.map(({ throughputRps }) => throughputRps));
    expect(final?.users).toBe(discovery.find(({ throughputRps }) => throughputRps === best)?.users);
    expect(trial.headlineRound).toBe(final?.index);
    expect(trial.requests.ok).toBe(final?.ok);
    expect(trial.latencyMs).toEqual(final?.latencyMs);
    expect(trial.window.seconds).toBeCloseTo(1);
    expect(trial.server?.cpuSeconds).toBeLessThan(1.9);
    expect(trial.accounting.measured).toBe(okOf(trial.rounds));
    expect(discovery.every(({ outcome }) => outcome !== '')).toBe(true);
    const { latency } = await runs.engine.client.runs.histogram({ trialId: trial.id });
    expect(latency.count).toBe(trial.requests.ok);
  });
});

describe('open load', () => {
  const open = (fields: string, rates = '100') =>
    experiment(`{model: open, warmUp: 200ms, duration: 1s${fields}}`, 'rest').replace(
      'load:',
      `  rate: [${rates}]\nload:`,
    );

  it('counts what it does not send', async () => {
    // With 30 ms for each, one at a time, no more than 40 of 120 can be sent in 1.2 s.
    const text = open(', maxInFlight: 1').replace('load:', "  network: ['30ms']\nload:");
    const document = await runToEnd(
      text.replace('workers: 2', 'workers: 1\nthresholds: [dropped < 1%]'),
    );
    const trial = soundTrial(document);
    const { issued, dropped } = trial.accounting;
    expect(issued + dropped).toBe(120);
    expect(issued).toBeLessThanOrEqual(41);
    expect(trial.requests.dropped).toBeGreaterThan(0);
    expect(trial.requests.dropped).toBeLessThanOrEqual(dropped);
    expect(trial.client.verdict).not.toBe('ok');
    const { ok, failed, dropped: unsent } = trial.requests;
    const [threshold] = trial.thresholds;
    expect(threshold).toMatchObject({ rule: 'dropped < 1%', passed: false });
    // The share is of what was due in the window; one request may be in flight at each of its edges.
    const answered = ok + failed;
    expect(threshold?.actual).toBeGreaterThanOrEqual(unsent / (answered + 1 + unsent));
    expect(threshold?.actual).toBeLessThanOrEqual(unsent / (answered - 1 + unsent));
  });
});
