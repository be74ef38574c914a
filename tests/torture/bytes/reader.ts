import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { peakBytes, resetPeak } from '../peak-memory.ts';
import { send } from '../subject.ts';
import { Corpus, type Specimen } from './corpus.ts';
import { Coverage, Reached } from './reached.ts';
import { type CaseOutcome, type Ended, judged, type Order, type Prepared } from './target.ts';
import { targets } from './targets.ts';

/** Process entry: reads damaged bytes case by case and reports the result of each. Its death is a finding. */

const folder = makeFolder();
process.on('disconnect', () => {
  removeFolder(folder);
  process.exit();
});

/** Damaged samples and the code that their cases have reached. */
interface GuidedTarget extends Prepared {
  readonly corpus: Corpus;
  readonly reached: Reached;
  /** The same for several cases together, with the bytes between them. */
  readonly reachedTogether: Reached;
}

const guided = new Map<string, Promise<GuidedTarget>>();
const coverage = new Coverage();

async function prepare(what: string, seed: number): Promise<GuidedTarget> {
  const target = targets.find((one) => one.what === what);
  if (!target) throw new Error(`no target ${what}`);
  const prepared = await target.prepare(folder);
  const corpus = new Corpus(prepared, seed);
  return { ...prepared, corpus, reached: new Reached(), reachedTogether: new Reached() };
}

function guidedBy({ target, seed }: Order): Promise<GuidedTarget> {
  const one = guided.get(target) ?? prepare(target, seed);
  guided.set(target, one);
  return one;
}

/** A case must not be charged for the garbage of earlier ones. */
const tidyBytes = 100e6;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function tidyUp(): void {
  const { heapUsed, external } = process.memoryUsage();
  if (heapUsed + external > tidyBytes) collectGarbage();
  resetPeak();
}

/** By target. */
const plantedCase = 5;
/** Faults that the runner has to find. */
const plants: Readonly<Record<string, () => CaseOutcome>> = {
  'a reader that dies': () => process.abort(),
  'a reader that takes memory': () => {
    Buffer.alloc(400_000_000, 1);
    return 'unharmed';
  },
  'a reader that takes its time': () => {
    const start = process.cpuUsage();
    while (process.cpuUsage(start).user < 3e6);
    return 'unharmed';
  },
  'a reader that throws': () => {
    throw new TypeError('cannot read properties of undefined');
  },
};

/** A case that was read, and its result. */
interface Reading {
  readonly specimen: Specimen;
  readonly ended: Ended;
}

async function readCase(order: Order, target: GuidedTarget, number: number): Promise<Reading> {
  const { plant } = order;
  const { corpus, reached, read } = target;
  const specimen = order.line ? corpus.again(order.line) : corpus.next(number);
  const { sample, bytes, line } = specimen;
  const fault = plant === null ? undefined : plants[plant];
  const isPlanted = plant !== null && number === plantedCase;
  await send({ type: 'begun', number, line });
  tidyUp();
  const before = process.cpuUsage();
  const { outcome, saw } = await judged(
    isPlanted && fault ? fault : () => read(bytes, sample, isPlanted),
  );
  const { user, system } = process.cpuUsage(before);
  const ended: Ended = {
    ...{ type: 'ended', number, line, outcome, saw },
    ...{ cpuSeconds: (user + system) / 1e6, peakBytes: peakBytes() },
    ...{ reached: reached.characters, kept: corpus.kept },
  };
  await send(ended);
  return { specimen, ended };
}

/** Of cases that together reached new code, keeps those that did: each is read once more, alone. */
async function keepNew(target: GuidedTarget, readings: readonly Reading[]): Promise<void> {
  const { corpus, reached, read } = target;
  for (const { specimen, ended } of readings) {
    const { sample, bytes, line } = specimen;
    await send({ type: 'begun', number: ended.number, line });
    coverage.forget();
    const again = await judged(() => read(bytes, sample, false));
    if (reached.add(coverage.take()) > 0) corpus.keep(specimen);
    const isWorse = again.outcome === 'broken' && ended.outcome !== 'broken';
    await send({
      ...ended,
      ...(isWorse ? { outcome: again.outcome, saw: `when it was read again: ${again.saw}` } : {}),
      ...{ reached: reached.characters, kept: corpus.kept },
    });
  }
}

/** Collecting coverage takes five times as long as most cases, so it is done once for many. */
const together = 5;

process.on('message', async (order: Order) => {
  const { from, to } = order;
  const target = await guidedBy(order);
  coverage.forget();
  for (let first = from; first < to; first += together) {
    const readings: Reading[] = [];
    for (let number = first; number < Math.min(to, first + together); number += 1) {
      readings.push(await readCase(order, target, number));
    }
    if (target.reachedTogether.add(coverage.take()) > 0) await keepNew(target, readings);
  }
  await send({ type: 'done' });
});
