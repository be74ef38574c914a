import { WirebenchError } from '../../contracts/errors.ts';
import type { RowTable } from '../../contracts/own-service.ts';
import { rowsPerMark } from '../../workloads/own-service/rows.ts';

/**
 * Writes the values of a data file into memory that workers share; `Rows` reads it. The memory has the maximum
 * size that may be needed, but the system only allocates pages that are written.
 */
export class TableWriter {
  rows = 0;
  readonly #memory: SharedArrayBuffer;
  readonly #bytes: Buffer;
  readonly #file: string;
  readonly #marks: number[] = [];
  #at = 0;

  /** @param size of the file in bytes: a value needs no more memory than in the file with its separator. */
  constructor(file: string, size: number) {
    this.#file = file;
    const values = Math.ceil(size * 1.02) + 64;
    this.#memory = new SharedArrayBuffer(Math.ceil((values + size) / 4) * 4 + 64);
    this.#bytes = Buffer.from(this.#memory);
  }

  /** @throws WirebenchError SERVICE_INVALID when it is full. */
  add(values: readonly string[]): void {
    if (this.rows++ % rowsPerMark === 0) this.#marks.push(this.#at);
    for (const value of values) this.#addValue(value);
  }

  #addValue(value: string): void {
    const length = Buffer.byteLength(value);
    const room = this.#memory.byteLength - this.#marks.length * 4 - 16;
    if (this.#at + length + 5 > room) {
      const message = `${this.#file} has values that are longer than the file`;
      throw new WirebenchError('SERVICE_INVALID', message);
    }
    let rest = length;
    for (; rest >= 128; rest >>>= 7) this.#bytes[this.#at++] = (rest & 127) | 128;
    this.#bytes[this.#at++] = rest;
    this.#at += this.#bytes.write(value, this.#at, 'utf8');
  }

  end(): Pick<RowTable, 'memory' | 'marksAt' | 'rows'> {
    const marksAt = Math.ceil(this.#at / 4) * 4;
    new Uint32Array(this.#memory, marksAt, this.#marks.length).set(this.#marks);
    return { memory: this.#memory, marksAt, rows: this.rows };
  }
}
