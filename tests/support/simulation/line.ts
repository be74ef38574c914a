import { type ReportBatch, reportBatchSchema } from '../../../contracts/machines.ts';
import type { LineMessage, Transport } from '../../../engine/machines/line.ts';
import { parseMessage } from '../../../engine/machines/objects.ts';
import type { Reports } from '../../../engine/machines/report-stream.ts';
import { type Cancel, type Clock, sleep } from '../../../engine/platform/clock.ts';
import type { Chance } from './random.ts';

/** Nothing passes a cut line, and what was under way is lost; through a silent one it passes later. */
export type LineState = 'whole' | 'cut' | 'silent';
type Act = () => void;

/** One direction of a line: messages arrive in order, each after a moment. */
class Way {
  readonly #clock: Clock;
  readonly #delayMs: () => number;
  readonly #isKept: boolean;
  #state: LineState = 'whole';
  #lastAt = 0;
  readonly #flying = new Map<Act, Cancel>();
  #held: Act[] = [];

  /** @param isKept whether what is sent while the line is cut is sent again afterwards. */
  constructor(clock: Clock, delayMs: () => number, isKept: boolean) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#isKept = isKept;
  }

  send(arrive: Act): void {
    if (this.#state !== 'whole') {
      if (this.#isKept || this.#state === 'silent') this.#held.push(arrive);
      return;
    }
    this.#lastAt = Math.max(this.#lastAt, this.#clock.now() + this.#delayMs());
    const act = () => {
      this.#flying.delete(act);
      arrive();
    };
    this.#flying.set(act, this.#clock.after(this.#lastAt - this.#clock.now(), act));
  }

  turn(state: LineState): void {
    const flying = [...this.#flying];
    if (state !== 'whole') {
      for (const [, cancel] of flying) cancel();
      this.#flying.clear();
      if (state === 'silent') this.#held.push(...flying.map(([act]) => act));
    }
    this.#state = state;
    if (state === 'whole') for (const act of this.#held.splice(0)) this.send(act);
  }

  /** Nothing arrives any more. */
  end(): void {
    this.turn('cut');
    this.#held = [];
  }
}

const isOf = (pattern: string, subject: string) => {
  if (pattern === subject || !pattern.includes('*')) return pattern === subject;
  const [wanted, found] = [pattern.split('.'), subject.split('.')];
  return (
    wanted.length === found.length && wanted.every((part, at) => part === '*' || part === found[at])
  );
};

interface Stored {
  readonly id: string;
  readonly lease: string;
  readonly batch: ReportBatch;
}

/** A NATS server without a network: it passes messages between lines, and keeps reports. */
export class SimulatedServer {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly lines = new Set<SimulatedLine>();
  /** Probability in percent that a report is lost on its way, or that its sender does not hear that it is kept. */
  readonly lossPercent: number;
  stored: Stored[] = [];
  #follow: Act = () => undefined;

  constructor(clock: Clock, chance: Chance, lossPercent: number) {
    this.clock = clock;
    this.chance = chance;
    this.lossPercent = lossPercent;
  }

  /** @returns whether anybody listens. */
  route(subject: string, data: Uint8Array, answer: (content: Uint8Array) => void): boolean {
    const there = [...this.lines].filter((line) => line.listensTo(subject));
    for (const line of there) line.hear(subject, data, answer);
    return there.length > 0;
  }

  keep(subject: string, data: Uint8Array): void {
    const [, , id = '', lease = ''] = subject.split('.');
    this.stored.push({ id, lease, batch: reportBatchSchema.parse(parseMessage(data)) });
    this.#follow();
  }

  /** The reports as a controller gets them; some again after its line was out. */
  reportsFor(line: SimulatedLine): Reports {
    let heard = this.stored.length;
    let sent = heard;
    let pass: Parameters<Reports['follow']>[0] = () => undefined;
    const deliver = () => {
      while (line.state === 'whole' && sent < this.stored.length) {
        const place = sent++;
        const report = this.stored[place];
        line.down.send(() => {
          heard = Math.max(heard, place + 1);
          if (report) pass(report.id, report.lease, report.batch);
        });
      }
    };
    line.onMended = () => {
      sent = Math.max(0, heard - this.chance.between(0, 2));
      deliver();
    };
    return {
      follow: async (to) => {
        pass = to;
        this.#follow = deliver;
      },
      all: async (lease) => {
        await sleep(this.clock, 5);
        const batches = new Map<string, ReportBatch[]>();
        for (const one of this.stored) {
          if (one.lease === lease) batches.set(one.id, [...(batches.get(one.id) ?? []), one.batch]);
        }
        return batches;
      },
      purge: async () => undefined,
      close: async () => undefined,
    };
  }
}

/** The line of one machine to the server. */
export class SimulatedLine implements Transport {
  readonly maxBytes = 1024 * 1024;
  readonly #server: SimulatedServer;
  /** Of the machine: its timeouts end with it. */
  readonly #clock: Clock;
  readonly #up: Way;
  readonly down: Way;
  readonly #listeners = new Map<string, Parameters<Transport['subscribe']>[1]>();
  #isClosed = false;
  state: LineState = 'whole';
  onMended: Act = () => undefined;

  constructor(server: SimulatedServer, clock: Clock, slowMs: number) {
    this.#server = server;
    this.#clock = clock;
    const delayMs = () => server.chance.between(0, slowMs * 10) / 10;
    this.#up = new Way(server.clock, delayMs, true);
    this.down = new Way(server.clock, delayMs, false);
    server.lines.add(this);
  }

  turn(state: LineState): void {
    this.state = state;
    this.#up.turn(state);
    this.down.turn(state);
    if (state === 'whole') this.onMended();
  }

  listensTo(subject: string): boolean {
    return this.state !== 'cut' && [...this.#listeners.keys()].some((one) => isOf(one, subject));
  }

  hear(subject: string, data: Uint8Array, answer: (content: Uint8Array) => void): void {
    this.down.send(() => {
      for (const [pattern, { callback }] of this.#listeners) {
        if (!isOf(pattern, subject)) continue;
        const respond = (content: Uint8Array) => {
          this.#up.send(() => answer(content));
          return true;
        };
        callback(null, { subject, data, respond } satisfies LineMessage);
      }
    });
  }

  publish(subject: string, content: Uint8Array): void {
    this.#up.send(() => void this.#server.route(subject, content, () => undefined));
  }

  async keep(subject: string, content: Uint8Array, timeout: number): Promise<void> {
    const isLost = () => this.#server.chance.percent(this.#server.lossPercent);
    await this.#answered(timeout, (answer) => {
      if (isLost()) return;
      this.#server.keep(subject, content);
      if (!isLost()) this.down.send(() => answer(new Uint8Array()));
    });
  }

  async request(
    subject: string,
    content: Uint8Array,
    { timeout }: { readonly timeout: number },
  ): Promise<{ readonly data: Uint8Array }> {
    const data = await this.#answered(timeout, (answer, refuse) => {
      const isHeard = this.#server.route(subject, content, (reply) =>
        this.down.send(() => answer(reply)),
      );
      if (!isHeard) this.down.send(() => refuse(new Error('nobody listens')));
    });
    return { data };
  }

  subscribe(subject: string, listener: Parameters<Transport['subscribe']>[1]): void {
    this.#listeners.set(subject, listener);
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#up.end();
    this.down.end();
    this.#listeners.clear();
    this.#server.lines.delete(this);
  }

  /** Asks the server, and waits for what it answers. */
  async #answered(
    timeout: number,
    ask: (answer: (content: Uint8Array) => void, refuse: (error: Error) => void) => void,
  ): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const cancel = this.#clock.after(timeout, () => reject(new Error('timeout')));
    if (!this.#isClosed) this.#up.send(() => ask(resolve, reject));
    return promise.finally(cancel);
  }
}
