import { WirebenchError } from '../../contracts/errors.ts';
import type { DataSource, ServiceSettings } from '../../contracts/experiment/service.ts';
import type { RowTable } from '../../contracts/own-service.ts';
import { columnsNamed } from '../../workloads/own-service/template.ts';
import { csvRows, jsonRows } from './data-rows.ts';
import type { NamedFiles } from './files.ts';
import { TableWriter } from './table-writer.ts';

/** Maximum total size of data files, in bytes: the engine needs as much memory for their values, once for all workers. */
const maxBytes = 2 ** 30;
/** Rows processed before yielding to other work of the engine. */
const rowsPerTurn = 5000;

/** Limit on all data files of an experiment together, in bytes. */
class Room {
  readonly most: number;
  #taken = 0;

  constructor(most: number) {
    this.most = most;
  }

  /** @throws WirebenchError SERVICE_INVALID when the earlier files leave too little for this one. */
  take(file: string, size: number): void {
    const free = this.most - this.#taken;
    this.#taken += size;
    if (size <= free) return;
    throw new WirebenchError(
      'SERVICE_INVALID',
      `${file} has ${size} bytes, and the data files before it leave ${free}: expected at most ${this.most} bytes in all of them`,
      { hint: 'Leave out rows and columns that no request uses, or one of the files.' },
    );
  }
}

async function readTable(
  name: string,
  { file, pick }: DataSource,
  columns: readonly string[],
  files: NamedFiles,
  room: Room,
): Promise<RowTable> {
  const opened = await files.open(file, room.most);
  if (!opened) throw new WirebenchError('SERVICE_INVALID', `${file} was not found`);
  room.take(file, opened.size);
  const writer = new TableWriter(file, opened.size);
  const rows = (/\.(jsonl|ndjson|json)$/i.test(file) ? jsonRows : csvRows)(opened, file, columns);
  for await (const row of rows) {
    writer.add(row);
    if (writer.rows % rowsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  if (writer.rows === 0) throw new WirebenchError('SERVICE_INVALID', `${file} has no rows`);
  // For rows that are used once, workers share one counter.
  const taken = pick === 'unique' ? { taken: new SharedArrayBuffer(4) } : {};
  return { name, columns: [...columns], pick, ...writer.end(), ...taken };
}

/**
 * Reads the data files whose columns the service's templates name.
 * @param most maximum bytes of all of them.
 * @throws WirebenchError SERVICE_INVALID, which names file and line.
 */
export async function readDataTables(
  service: ServiceSettings,
  files: NamedFiles,
  most = maxBytes,
): Promise<RowTable[]> {
  const room = new Room(most);
  const { data = {}, ...rest } = service;
  const named = columnsNamed(rest);
  const tables: RowTable[] = [];
  for (const [name, source] of Object.entries(data)) {
    const columns = named.get(name);
    if (columns) tables.push(await readTable(name, source, [...columns], files, room));
  }
  return tables;
}
