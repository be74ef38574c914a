import type { RowTable } from '../../contracts/custom.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import type { DataSource, ServiceSettings } from '../../contracts/experiment/service.ts';
import { columnsNamed } from '../../workloads/custom/template.ts';
import { csvRows, jsonRows } from './data-rows.ts';
import type { NamedFiles } from './files.ts';
import { TableWriter } from './table-writer.ts';

/** Longest data file, in bytes: its values have to fit into the memory. */
const mostBytes = 2 ** 30;
/** Work between two turns that other work of the engine gets, in rows. */
const rowsPerTurn = 5000;

async function readTable(
  name: string,
  { file, pick }: DataSource,
  columns: readonly string[],
  files: NamedFiles,
): Promise<RowTable> {
  const opened = await files.open(file, mostBytes);
  if (!opened) throw new WirebenchError('SERVICE_INVALID', `${file} was not found`);
  const writer = new TableWriter(file, opened.size);
  const rows = (/\.(jsonl|ndjson|json)$/i.test(file) ? jsonRows : csvRows)(opened, file, columns);
  for await (const row of rows) {
    writer.add(row);
    if (writer.rows % rowsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  if (writer.rows === 0) throw new WirebenchError('SERVICE_INVALID', `${file} has no rows`);
  // Of those whose rows are used once, workers count together how many were.
  const taken = pick === 'unique' ? { taken: new SharedArrayBuffer(4) } : {};
  return { name, columns: [...columns], pick, ...writer.end(), ...taken };
}

/**
 * Reads the data files whose columns the service's templates name.
 * @throws WirebenchError SERVICE_INVALID, which names file and line.
 */
export async function readDataTables(
  service: ServiceSettings,
  files: NamedFiles,
): Promise<RowTable[]> {
  const { data = {}, ...rest } = service;
  const named = columnsNamed(rest);
  const tables: RowTable[] = [];
  for (const [name, source] of Object.entries(data)) {
    const columns = named.get(name);
    if (columns) tables.push(await readTable(name, source, [...columns], files));
  }
  return tables;
}
