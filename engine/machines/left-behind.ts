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

/** Where a controller keeps what the next one has to know, should it die. */
export interface LeaseRecords {
  write(record: LeaseRecord): Promise<void>;
  /** The lease has ended regularly. */
  forget(): Promise<void>;
  /** The leases in which controllers died, before this one writes its own. */
  left(): Promise<LeaseRecord[]>;
  /** The results of such a lease have been fetched. */
  forgetLeft(lease: string): Promise<void>;
}

const leftPattern = /^left-[a-z0-9]+\.json$/;

/** @param folder of the controller. */
export function leaseRecordsIn(folder: string): LeaseRecords {
  const current = join(folder, 'lease.json');
  const leftFile = (lease: string) => join(folder, `left-${lease}.json`);
  return {
    write: (record) => replacePrivately(current, JSON.stringify(record)),
    forget: () => rm(current, { force: true }),
    left: async () => {
      const last = await read(current);
      if (last) await rename(current, leftFile(last.lease));
      const files = (await readdir(folder)).filter((name) => leftPattern.test(name));
      const records = await Promise.all(files.map((name) => read(join(folder, name))));
      return records.filter((record) => record !== null);
    },
    forgetLeft: (lease) => rm(leftFile(lease), { force: true }),
  };
}

async function read(file: string): Promise<LeaseRecord | null> {
  try {
    return leaseRecordSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Ids of the machines that took part. */
export function machinesIn({ stints }: LeaseRecord): string[] {
  return stints.flatMap(({ machines }) => machines.map(({ id }) => id));
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
