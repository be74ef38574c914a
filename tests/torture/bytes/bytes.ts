import { groupDigits } from '../../../metrics/format.ts';
import { hasTime, type Kind, type Table, type Turn } from '../kind.ts';
import { Subject } from '../subject.ts';
import type { Ended, Message, Order } from './target.ts';
import { targets } from './targets.ts';

/** Cases of a target in one order, per unit of its weight. */
const batch = 25;
const maxSeconds = 2;
const maxBytes = 300e6;

/** How an order ended: complete, or with the process dead or silent within a case. */
interface OrderEnd {
  readonly cases: readonly Ended[];
  readonly lost: (Pick<Ended, 'number' | 'line'> & { readonly how: string }) | null;
}

/** Processor time, so that a busy machine breaks no promise. */
const slow = ({ cpuSeconds }: Ended) =>
  cpuSeconds > maxSeconds ? `${cpuSeconds.toFixed(1)} s of processor time` : null;
const large = ({ peakBytes }: Ended) =>
  peakBytes > maxBytes ? `${Math.round(peakBytes / 1e6)} MB of memory` : null;

/** Reads damaged bytes in a separate process. */
class Reading {
  readonly #turn: Turn;
  // A small young generation: memory then grows only with what the cases need.
  readonly #process = new Subject<Order, Message>(new URL('./reader.ts', import.meta.url), [
    '--max-semi-space-size=4',
  ]);
  /** The case of each target that was read last. */
  readonly #lasts = new Map<string, Ended>();

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  async run(): Promise<void> {
    const { most } = this.#turn;
    try {
      for (let from = 0; from < most && hasTime(this.#turn); from += batch) {
        for (const { what, weight } of targets) {
          const to = Math.min(most, from + batch) * weight;
          await this.#read(what, from * weight, to);
          if (!hasTime(this.#turn)) break;
        }
      }
    } finally {
      this.#process.stop();
    }
    if (this.#turn.plant === null) this.#turn.table(this.#reachedTable());
  }

  #reachedTable(): Table {
    const digits = (value: number) => groupDigits(value, 0);
    return {
      about:
        'Code that damaged files reached, in characters of its text (block coverage of V8, of the last reading process). What reaches something new is kept and damaged further.',
      head: ['what', 'characters reached', 'kept'],
      rows: [...this.#lasts].map(([what, one]) => [what, digits(one.reached), digits(one.kept)]),
    };
  }

  async #order(order: Order): Promise<OrderEnd> {
    const cases = new Map<number, Ended>();
    let last: Pick<Ended, 'number' | 'line'> = { number: order.from, line: [order.from] };
    const how = await this.#process.do(order, (reply) => {
      if (reply.type === 'begun') last = reply;
      else if (reply.type === 'ended') cases.set(reply.number, reply);
    });
    // It may have died when it read the case a second time.
    if (how !== null) cases.delete(last.number);
    return { cases: [...cases.values()], lost: how === null ? null : { ...last, how } };
  }

  async #read(target: string, from: number, to: number): Promise<void> {
    const { seed, plant } = this.#turn;
    let next = from;
    while (next < to) {
      const { cases, lost } = await this.#order({ target, seed, from: next, to, plant });
      for (const one of cases) await this.#judge(target, one);
      if (!lost) return;
      this.#broken(target, lost, lost.how);
      next = Math.max(lost.number, ...cases.map(({ number }) => number)) + 1;
    }
  }

  async #judge(target: string, one: Ended): Promise<void> {
    const { outcome, saw } = one;
    this.#turn.measured('most processor time of a case in seconds', one.cpuSeconds);
    this.#lasts.set(target, one);
    const fault =
      outcome === 'broken' ? saw : (slow(one) ?? (await this.#memoryFault(target, one)));
    if (fault !== null) this.#broken(target, one, fault);
    else if (outcome !== 'broken') this.#turn.tried(target, outcome);
  }

  /** The peak of a process may add up over many cases: the case must exceed the limit alone. */
  async #memoryFault(target: string, one: Ended): Promise<string | null> {
    const { seed, plant, measured } = this.#turn;
    if (large(one) === null) {
      measured('most memory of a reading process in MB', one.peakBytes / 1e6);
      return null;
    }
    this.#process.stop();
    const { number, line } = one;
    const order = { target, seed, from: number, to: number + 1, plant, line };
    const { cases, lost } = await this.#order(order);
    return lost?.how ?? cases.map(large).find((fault) => fault !== null) ?? null;
  }

  #broken(what: string, { line }: Pick<Ended, 'line'>, saw: string): void {
    const again = `seed ${this.#turn.seed}, case ${line.join(' > ')}`;
    this.#turn.broken({ what, saw, again });
  }
}

export const bytes: Kind = {
  name: 'bytes',
  promise:
    'Damaged files are refused or set aside with words that say so; none is shown with other figures; under 300 MB of memory and 2 s of processor time each.',
  share: 2,
  expected: 20_000,
  few: 10,
  plants: [
    'a reader that dies',
    'a reader that throws',
    'a reader that takes memory',
    'a reader that takes its time',
    'a database whose figures were changed with their checksums',
  ],
  run: (turn) => new Reading(turn).run(),
};
