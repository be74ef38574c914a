import {
  type ConsumerMessages,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { type ReportBatch, reportBatchSchema } from '../../contracts/machines.ts';
import { parseMessage } from './objects.ts';
import { reportStream, subjects } from './subjects.ts';

/** Reports that nobody has fetched are kept so long. */
const keptNanoseconds = 14 * 24 * 3600 * 1e9;
/** A server that was started again is noticed after two beats of its own; milliseconds. */
const silenceOfServer = { expires: 4000, idle_heartbeat: 1000 };

/** The reports of all machines, as JetStream keeps them until their lease is over. */
export class ReportStream {
  readonly #link: NatsConnection;
  #messages: ConsumerMessages | null = null;

  constructor(link: NatsConnection) {
    this.#link = link;
  }

  /** Makes the stream where it is missing, and passes on what comes from now. */
  async follow(pass: (id: string, lease: string, batch: ReportBatch) => void): Promise<void> {
    const manager = await jetstreamManager(this.#link);
    const { state } = await manager.streams.add({
      name: reportStream,
      subjects: [subjects.report('*', '*')],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: keptNanoseconds,
    });
    // By number and not as "what is new": that would begin anew where the server was started again.
    const consumer = await jetstream(this.#link).consumers.get(reportStream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: state.last_seq + 1,
    });
    this.#messages = await consumer.consume({
      ...silenceOfServer,
      callback: (message) => {
        const { id, lease } = origin(message.subject);
        const { success, data } = reportBatchSchema.safeParse(parseMessage(message.data));
        if (success) pass(id, lease, data);
      },
    });
  }

  /** Everything that is kept of a lease, by machine. */
  async all(lease: string): Promise<Map<string, ReportBatch[]>> {
    const batches = new Map<string, ReportBatch[]>();
    const filter = subjects.report('*', lease);
    const manager = await jetstreamManager(this.#link);
    const { state } = await manager.streams.info(reportStream, { subjects_filter: filter });
    let left = Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
    if (left === 0) return batches;
    const consumer = await jetstream(this.#link).consumers.get(reportStream, {
      filter_subjects: filter,
    });
    for await (const message of await consumer.consume(silenceOfServer)) {
      const { id } = origin(message.subject);
      const { success, data } = reportBatchSchema.safeParse(parseMessage(message.data));
      if (success) batches.set(id, [...(batches.get(id) ?? []), data]);
      left -= 1;
      if (left === 0) break;
    }
    return batches;
  }

  /** The lease is over: its reports are dropped. */
  async purge(lease: string): Promise<void> {
    const manager = await jetstreamManager(this.#link);
    await manager.streams.purge(reportStream, { filter: subjects.report('*', lease) });
  }

  async close(): Promise<void> {
    await this.#messages?.close();
  }
}

/** What the subject of a report names. */
function origin(subject: string): { id: string; lease: string } {
  const [, , id = '', lease = ''] = subject.split('.');
  return { id, lease };
}
