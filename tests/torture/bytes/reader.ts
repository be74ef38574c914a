import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seededRandom } from '../../../engine/stats/random.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { peakBytes, resetPeak } from '../peak-memory.ts';
import { tell } from '../subject.ts';
import type { CaseOutcome, Order } from './messages.ts';
import { below, damaged } from './mutate.ts';
import { judged, type Prepared } from './target.ts';
import { targets } from './targets.ts';

/** Process entry: reads damaged bytes case by case, and tells what came of each. Its death is a finding. */

const folder = makeFolder();
process.on('disconnect', () => {
  removeFolder(folder);
  process.exit();
});

const prepared = new Map<string, Promise<Prepared>>();

function prepare(what: string): Promise<Prepared> {
  const target = targets.find((one) => one.what === what);
  if (!target) throw new Error(`no target ${what}`);
  const known = prepared.get(what) ?? target.prepare(folder);
  prepared.set(what, known);
  return known;
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

async function readCase({ target, seed, plant }: Order, number: number): Promise<void> {
  const { samples, isText, read } = await prepare(target);
  const random = seededRandom(seed + number * 7919);
  const sample = below(random, samples.length);
  const bytes = damaged(samples[sample] ?? Buffer.alloc(0), isText, random);
  const fault = plant === null ? undefined : plants[plant];
  const isPlanted = plant !== null && number === plantedCase;
  await tell({ type: 'begun', number });
  tidyUp();
  const before = process.cpuUsage();
  const { outcome, saw } = await judged(
    isPlanted && fault ? fault : () => read(bytes, sample, isPlanted),
  );
  const { user, system } = process.cpuUsage(before);
  await tell({
    ...{ type: 'ended', number, outcome, saw },
    ...{ cpuSeconds: (user + system) / 1e6, peakBytes: peakBytes() },
  });
}

process.on('message', async (order: Order) => {
  for (let number = order.from; number < order.to; number += 1) await readCase(order, number);
  await tell({ type: 'done' });
});
