import { setTimeout as pause } from 'node:timers/promises';
import {
  JetStreamApiError,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { type ReportBatch, reportBatchSchema } from '../../contracts/machines.ts';
import type { Line } from './line.ts';
import { parseMessage } from './objects.ts';
import { ReportFollower } from './report-follower.ts';
import { subjects } from './subjects.ts';

/** Reports that are not fetched are stored for this long. */
const keptNanoseconds = 14 * 24 * 3600 * 1e9;
/** Time limit for a cluster to elect a leader, in milliseconds. */
const electionMs = 15_000;
const retryMs = 300;
/** A restarted server is noticed after two missed beats; milliseconds. */
const silenceOfServer = { expires: 4000, idle_heartbeat: 1000 };

export interface ReportStreamOptions {
  /** Number of servers that store each report; the first that the cluster supports. */
  readonly replicas: readonly number[];
  /** Whether the stream stays when the controller leaves. */
  readonly isKept: boolean;
}

interface Report {
  readonly id: string;
  readonly lease: string;
  readonly batch: ReportBatch;
}

/** What machines report, stored until their lease is over. Tests replace it by a simulated one. */
export type Reports = Pick<ReportStream, 'follow' | 'all' | 'purge' | 'close'>;

/** The reports of all machines, stored by JetStream. */
export class ReportStream {
  readonly #line: Line;
  readonly #options: ReportStreamOptions;
  #follower: ReportFollower | null = null;

  constructor(line: Line, options: ReportStreamOptions) {
    this.#line = line;
    this.#options = options;
  }

  /**
   * Creates the stream if it is missing, and passes on reports from now on.
   * @throws WirebenchError MACHINES_UNAVAILABLE
   */
  async follow(pass: (id: string, lease: string, batch: ReportBatch) => void): Promise<void> {
    const { state } = await this.#made();
    const from = { stream: this.#line.stream, first: state.last_seq + 1 };
    this.#follower = await ReportFollower.start(this.#line.link, from, (message) => {
      const report = this.#read(message);
      if (report) pass(report.id, report.lease, report.batch);
    });
  }

  /** All stored reports of a lease, by machine. */
  async all(lease: string): Promise<Map<string, ReportBatch[]>> {
    const batches = new Map<string, ReportBatch[]>();
    const filter = this.#line.there(subjects.report('*', lease));
    const manager = await this.#manager();
    const { state } = await manager.streams.info(this.#line.stream, { subjects_filter: filter });
    let left = Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
    if (left === 0) return batches;
    const consumer = await jetstream(this.#line.link).consumers.get(this.#line.stream, {
      filter_subjects: filter,
    });
    for await (const message of await consumer.consume(silenceOfServer)) {
      const report = this.#read(message);
      if (report) batches.set(report.id, [...(batches.get(report.id) ?? []), report.batch]);
      left -= 1;
      if (left === 0) break;
    }
    return batches;
  }

  /** The lease is over: its reports are dropped. */
  async purge(lease: string): Promise<void> {
    const filter = this.#line.there(subjects.report('*', lease));
    await untilElected(async () => {
      await (await this.#manager()).streams.purge(this.#line.stream, { filter });
    });
  }

  /** @param isEmpty whether nothing in it is needed any more. */
  async close(isEmpty: boolean): Promise<void> {
    await this.#follower?.close();
    if (!isEmpty || this.#options.isKept) return;
    // The remainder expires by age.
    await this.#manager()
      .then((manager) => manager.streams.delete(this.#line.stream))
      .catch(() => undefined);
  }

  #manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.#line.link);
  }

  /** @throws WirebenchError MACHINES_UNAVAILABLE */
  async #made(): Promise<StreamInfo> {
    try {
      return await untilElected(async () => {
        const manager = await this.#manager();
        const present = await manager.streams.info(this.#line.stream).catch(orMissing);
        return present ?? (await this.#make(manager));
      });
    } catch (error) {
      throw withoutStream(error);
    }
  }

  async #make(manager: JetStreamManager): Promise<StreamInfo> {
    let failure: unknown;
    for (const replicas of this.#options.replicas) {
      try {
        return await manager.streams.add({
          name: this.#line.stream,
          subjects: [this.#line.there(subjects.report('*', '*'))],
          retention: RetentionPolicy.Limits,
          storage: StorageType.File,
          max_age: keptNanoseconds,
          num_replicas: replicas,
        });
      } catch (error) {
        // Fewer servers store reports where there are not enough, but not where they are only busy.
        if (isPassing(error)) throw error;
        failure ??= error;
      }
    }
    throw failure;
  }

  #read(message: JsMsg): Report | null {
    const said = this.#line.read(message);
    const { success, data } = reportBatchSchema.safeParse(said && parseMessage(said.data));
    return said && success ? { ...origin(said.subject), batch: data } : null;
  }
}

/** Whether a cluster may soon answer differently: it has no leader yet, or a new one. */
function isPassing(error: unknown): boolean {
  return (
    (error instanceof JetStreamApiError && error.status === 503) ||
    (error instanceof Error && error.name === 'TimeoutError')
  );
}

/** Retries while a cluster elects its leader. @throws the last error, once this lasts too long */
async function untilElected<Result>(act: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + electionMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
      await pause(retryMs);
    }
  }
}

/** @returns null for a stream that does not exist. @throws any other error. */
function orMissing(error: unknown): null {
  if (error instanceof JetStreamApiError && error.status === 404) return null;
  throw error;
}

function withoutStream(error: unknown): WirebenchError {
  const isMissing = error instanceof Error && error.name === 'JetStreamNotEnabled';
  const message = isMissing
    ? 'The NATS server has no JetStream for this account, which keeps what machines report'
    : `JetStream of the NATS server: ${messageOf(error)}`;
  return new WirebenchError('MACHINES_UNAVAILABLE', message, {
    cause: error,
    hint: isMissing
      ? 'Set "jetstream: enabled" in its configuration, and in the account where it has several.'
      : 'The credentials have to allow what docs/machines.md lists for the controller.',
  });
}

/** The parts of a report's subject. */
function origin(subject: string): { id: string; lease: string } {
  const [, , id = '', lease = ''] = subject.split('.');
  return { id, lease };
}
