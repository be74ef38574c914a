import type { OwnService, RowTable } from '../../contracts/own-service.ts';
import type { RowsTaken, SentService, SentToken } from '../../contracts/sent-service.ts';
import { rowsPerMark } from '../../workloads/own-service/rows.ts';
import { tokenNow } from '../../workloads/own-service/tokens.ts';
import type { ObjectShelf } from './objects.ts';
import { nameOfLarge } from './pieces.ts';
import { RowShares, type Stretches } from './row-shares.ts';

/** The used part of a table's memory. */
const contentOf = ({ memory, marksAt, rows }: RowTable) =>
  new Uint8Array(memory, 0, marksAt + 4 * Math.ceil(rows / rowsPerMark));

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Secrets without those that only the controller uses to request tokens. */
function secretsToSend({ secrets, tokens, ...rest }: OwnService): string[] {
  const asking = JSON.stringify(tokens.map(({ oauth }) => oauth));
  const sent = JSON.stringify(rest);
  return secrets.filter((one) => !asking.includes(inJson(one)) || sent.includes(inJson(one)));
}

/**
 * Gives machines what they need of an own service: its requests, the content of its data files by name, each
 * machine's rows, and the current tokens.
 */
export class ServiceSender {
  readonly #shelf: ObjectShelf;
  /** Names of the tables' contents: the tables are the same in all trials of a run. */
  readonly #names = new Map<SharedArrayBuffer, string>();
  #trial: { readonly id: string | null; readonly rows: RowShares } | null = null;
  #service: OwnService | null = null;
  #given: readonly Stretches[] = [];

  constructor(shelf: ObjectShelf) {
    this.#shelf = shelf;
  }

  /**
   * Offers the contents that machines will request, and deals rows for a stint.
   * @param trial whose rows are used once; null for load that is not stored.
   * @param weights of the machines, by index.
   */
  async begin(
    service: OwnService | null,
    trial: string | null,
    weights: readonly number[],
  ): Promise<void> {
    this.#service = service;
    if (!service) return;
    for (const table of service.data) await this.#offer(table);
    const isSame = this.#trial !== null && trial !== null && this.#trial.id === trial;
    if (!isSame) this.#trial = { id: trial, rows: new RowShares(service.data) };
    this.#given = this.#trial?.rows.deal(weights) ?? [];
  }

  /** The service as sent to a machine; undefined for an experiment without an own service. */
  sent(machine: number): SentService | undefined {
    const service = this.#service;
    if (!service) return undefined;
    return {
      ...service,
      secrets: secretsToSend(service),
      tokens: this.tokens,
      data: service.data.map(({ memory, taken, ...table }) => {
        const share = this.#given[machine]?.get(table.name);
        return {
          ...table,
          object: this.#names.get(memory) ?? '',
          bytes: contentOf({ memory, ...table }).length,
          ...(taken && share ? { share: share.map(([from, until]) => [from, until]) } : {}),
        };
      }),
    };
  }

  /** The current tokens. */
  get tokens(): SentToken[] {
    return (this.#service?.tokens ?? []).map((cell) => ({ name: cell.name, ...tokenNow(cell) }));
  }

  /** A machine has ended its part of the stint. */
  ended(machine: number, rows: RowsTaken): void {
    this.#trial?.rows.ended(machine, rows);
  }

  async #offer(table: RowTable): Promise<void> {
    if (this.#names.has(table.memory)) return;
    const content = contentOf(table);
    const name = await nameOfLarge(content);
    this.#shelf.keep(name, content);
    this.#names.set(table.memory, name);
  }
}
