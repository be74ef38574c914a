import type { OwnService, RowTable } from '../../contracts/own-service.ts';
import type { RowsTaken, SentService, SentToken } from '../../contracts/sent-service.ts';
import { putToken, tokenMemory } from '../../workloads/own-service/tokens.ts';
import { fetchShared, type GetPiece } from './pieces.ts';

/** Unused contents are dropped after this time. */
const keptMs = 10 * 60_000;

type SentTable = SentService['data'][number];

interface HeldToken {
  readonly memory: SharedArrayBuffer;
  number: number;
}

/** A machine's copy of an own service, in memory that its workers share. It is never written to disk. */
export class HeldService {
  readonly #get: GetPiece;
  /** Contents of data files by name, as long as coming stints need them. */
  #contents = new Map<string, SharedArrayBuffer>();
  readonly #tokens = new Map<string, HeldToken>();
  /** Rows used in this stint, by table. */
  #taken = new Map<string, SharedArrayBuffer>();
  #fetching = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(get: GetPiece) {
    this.#get = get;
  }

  /**
   * Prepares the service for workers; missing data is fetched.
   * @throws WirebenchError WORKER_FAILED; the reason of a signal when another stint has begun meanwhile.
   */
  async take(sent: SentService | undefined): Promise<OwnService | undefined> {
    this.#fetching.abort();
    this.#fetching = new AbortController();
    clearTimeout(this.#timer);
    this.#taken = new Map();
    if (!sent) return undefined;
    this.renew(sent.tokens);
    await this.#fetch(sent.data, this.#fetching.signal);
    const data = sent.data.map((table) => this.#table(table));
    const tokens = sent.tokens.flatMap(({ name }) => {
      const memory = this.#tokens.get(name)?.memory;
      return memory ? [{ name, memory }] : [];
    });
    return { ...sent, data, tokens };
  }

  /** Stores the current tokens; ignores late ones. */
  renew(tokens: readonly SentToken[]): void {
    for (const { name, number, token } of tokens) {
      const held = this.#tokens.get(name) ?? { memory: tokenMemory(), number: 0 };
      this.#tokens.set(name, held);
      if (number <= held.number) continue;
      held.number = number;
      putToken({ name, memory: held.memory }, token);
    }
  }

  /** Rows used in this stint; undefined where no rows are used once. */
  get rowsTaken(): RowsTaken | undefined {
    if (this.#taken.size === 0) return undefined;
    return Object.fromEntries(
      [...this.#taken].map(([name, count]) => [name, Atomics.load(new Int32Array(count), 0)]),
    );
  }

  /** It is no longer needed: tokens are dropped immediately, and data unless the next run soon needs the same. */
  release(): void {
    this.#fetching.abort();
    clearTimeout(this.#timer);
    this.#tokens.clear();
    this.#taken = new Map();
    if (this.#contents.size === 0) return;
    this.#timer = setTimeout(() => this.#contents.clear(), keptMs).unref();
  }

  async #fetch(tables: readonly SentTable[], signal: AbortSignal): Promise<void> {
    const needed = new Set(tables.map(({ object }) => object));
    // First, to make room for what comes.
    for (const name of this.#contents.keys()) if (!needed.has(name)) this.#contents.delete(name);
    for (const { object: name, bytes } of tables) {
      if (this.#contents.get(name)?.byteLength === bytes) continue;
      const content = await fetchShared({ name, bytes }, this.#get, signal);
      this.#contents.set(name, content);
    }
  }

  #table({ object, bytes: _, ...table }: SentTable): RowTable {
    const memory = this.#contents.get(object) ?? new SharedArrayBuffer(0);
    if (!table.share) return { ...table, memory };
    const taken = new SharedArrayBuffer(4);
    this.#taken.set(table.name, taken);
    return { ...table, memory, taken };
  }
}
