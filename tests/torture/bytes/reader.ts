import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { peakBytes, resetPeak } from '../peak-memory.ts';
import { tell } from '../subject.ts';
import { Corpus } from './corpus.ts';
import type { CaseOutcome, Order } from './messages.ts';
import { Coverage, Reached } from './reached.ts';
import { judged, type Prepared } from './target.ts';
import { targets } from './targets.ts';

/** Process entry: reads damaged bytes case by case, and tells what came of each. Its death is a finding. */

const folder = makeFolder();
process.on('disconnect', () => {
  removeFolder(folder);
  process.exit();
});

/** What is damaged, and what its cases have reached. */
interface GuidedTarget extends Prepared {
  readonly corpus: Corpus;
  readonly reached: Reached;
}

const guided = new Map<string, Promise<GuidedTarget>>();
const coverage = new Coverage();

async function prepare(what: string, seed: number): Promise<GuidedTarget> {
  const target = targets.find((one) => one.what === what);
  if (!target) throw new Error(`no target ${what}`);
  const prepared = await target.prepare(folder);
  return { ...prepared, corpus: new Corpus(prepared, seed), reached: new Reached() };
}

function guidedBy({ target, seed }: Order): Promise<GuidedTarget> {
  const one = guided.get(target) ?? prepare(target, seed);
  guided.set(target, one);
  return one;
}

/** Garbage of earlier cases is not a case's memory. */
const tidyBytes = 100e6;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function tidyUp(): void {
  const { heapUsed, external } = process.memoryUsage();
  if (heapUsed + external > tidyBytes) collectGarbage();
  resetPeak();
}

/** Of each target. */
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

async function readCase(order: Order, number: number): Promise<void> {
  const { plant } = order;
  const target = await guidedBy(order);
  const { corpus, reached, read } = target;
  const specimen = order.line ? corpus.again(order.line) : corpus.next(number);
  const { sample, bytes, line } = specimen;
  const fault = plant === null ? undefined : plants[plant];
  const isPlanted = plant !== null && number === plantedCase;
  await tell({ type: 'begun', number, line });
  tidyUp();
  coverage.forget();
  const before = process.cpuUsage();
  const { outcome, saw } = await judged(
    isPlanted && fault ? fault : () => read(bytes, sample, isPlanted),
  );
  const { user, system } = process.cpuUsage(before);
  const peak = peakBytes();
  if (reached.add(coverage.take()) > 0) corpus.keep(specimen);
  await tell({
    ...{ type: 'ended', number, line, outcome, saw },
    ...{ cpuSeconds: (user + system) / 1e6, peakBytes: peak },
    ...{ reached: reached.characters, kept: corpus.kept },
  });
}

process.on('message', async (order: Order) => {
  for (let number = order.from; number < order.to; number += 1) await readCase(order, number);
  await tell({ type: 'done' });
});
