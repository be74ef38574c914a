import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { machineIdSchema, type ReportBatch } from '../../contracts/machines.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { replacePrivately } from '../platform/private-file.ts';
import { TickMerger } from '../run/tick-merger.ts';
import { ReportOrder } from './report-order.ts';

/** State of the running trial that the next controller needs, should this one die. */
const leaseRecordSchema = z.object({
  lease: z.string().regex(/^[a-z0-9]+$/),
  /** Id of the trial. */
  trial: z.string(),
  stints: z.array(
    z.object({
      stint: z.number().int(),
      /** Its start, in milliseconds from that of the trial. */
      offsetMs: z.number(),
      /** Load workers of all machines. */
      workers: z.number().int(),
      machines: z.array(z.object({ id: machineIdSchema, workers: z.array(z.number().int()) })),
    }),
  ),
});
export type LeaseRecord = z.infer<typeof leaseRecordSchema>;

/** Receives the results of a trial whose controller died. */
export interface LeftBehind {
  /** @param ticks of all workers together, with times from the start of the trial. */
  add(trial: string, ticks: readonly Tick[]): void;
  /** Fetching failed; the results stay where they are for the next time. */
  failed(trial: string, error: unknown): void;
}

const current = (folder: string) => join(folder, 'lease.json');
const leftPattern = /^left-[a-z0-9]+\.json$/;
const left = (folder: string, lease: string) => join(folder, `left-${lease}.json`);

/** @param folder of the controller. */
export function writeLease(folder: string, record: LeaseRecord): Promise<void> {
  return replacePrivately(current(folder), JSON.stringify(record));
}

/** The lease has ended regularly. */
export function forgetLease(folder: string): Promise<void> {
  return rm(current(folder), { force: true });
}

async function read(file: string): Promise<LeaseRecord | null> {
  try {
    return leaseRecordSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** The leases in which controllers died, before this one writes its own. */
export async function leftLeases(folder: string): Promise<LeaseRecord[]> {
  const last = await read(current(folder));
  if (last) await rename(current(folder), left(folder, last.lease));
  const files = (await readdir(folder)).filter((name) => leftPattern.test(name));
  const records = await Promise.all(files.map((name) => read(join(folder, name))));
  return records.filter((record) => record !== null);
}

/** Ids of the machines that took part. */
export function machinesIn({ stints }: LeaseRecord): string[] {
  return stints.flatMap(({ machines }) => machines.map(({ id }) => id));
}

/** Its results have been fetched. */
export function forgetLeft(folder: string, lease: string): Promise<void> {
  return rm(left(folder, lease), { force: true });
}

/**
 * The reported ticks of all workers together, with times from the start of the trial.
 * @param batches by machine, in any order and with repetitions.
 */
export function ticksOf(
  { stints }: LeaseRecord,
  batches: ReadonlyMap<string, readonly ReportBatch[]>,
): Tick[] {
  const ticks: Tick[] = [];
  const reports = new Map([...batches].map(([id, some]) => [id, inOrder(some)]));
  for (const { stint, offsetMs, workers, machines } of stints) {
    const merger = new TickMerger(workers, (tick) =>
      ticks.push({
        ...tick,
        startMs: tick.startMs + offsetMs,
        endMs: tick.endMs + offsetMs,
      }),
    );
    for (const machine of machines) {
      for (const { stint: of, report } of reports.get(machine.id) ?? []) {
        if (of !== stint || report.type !== 'tick') continue;
        const worker = machine.workers[report.worker];
        if (worker !== undefined) merger.add(worker, report.tick);
      }
    }
    // No more reports come from workers whose machine is gone, too.
    merger.flush();
  }
  return ticks;
}

function inOrder(batches: readonly ReportBatch[]): ReportBatch['reports'] {
  const reports: ReportBatch['reports'] = [];
  const first = Math.min(...batches.map((batch) => batch.first));
  const order = new ReportOrder((report) => reports.push(report), first);
  for (const batch of batches) order.add(batch);
  return reports;
}
