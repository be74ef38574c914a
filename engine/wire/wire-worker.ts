import { Worker } from 'node:worker_threads';
import { fromErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { WireCapture } from '../../contracts/wire.ts';
import {
  type WireCommand,
  type WireDone,
  type WireOrder,
  type WireReading,
  type WireReport,
  wireReportSchema,
} from '../../contracts/wire-messages.ts';
import { entryUrl } from '../platform/entries.ts';

/** The thread that makes the calls of a capture and parses the recording. */
export class WireWorker {
  readonly #worker: Worker;

  /** @param keyLog file for the secrets of this thread's TLS connections; null without TLS. */
  constructor(keyLog: string | null) {
    // Node warns of every key log; this one only has the secrets of a recording on the loopback.
    const logging = keyLog === null ? [] : [`--tls-keylog=${keyLog}`, '--no-warnings'];
    this.#worker = new Worker(entryUrl('wireWorker'), { execArgv: logging, stdin: false });
    // Each command has its own listener for the end of the thread; nothing is lost between them.
    this.#worker.on('error', () => undefined);
  }

  /** @throws WirebenchError WIRE_CAPTURE_FAILED */
  async call(order: WireOrder): Promise<WireDone> {
    const report = await this.#ask({ type: 'call', order });
    if (report.type === 'called') return report.done;
    throw unexpected(report);
  }

  /** @throws WirebenchError WIRE_CAPTURE_FAILED */
  async read(reading: WireReading): Promise<WireCapture> {
    const report = await this.#ask({ type: 'read', reading });
    if (report.type === 'read') return report.capture;
    throw unexpected(report);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(command: WireCommand): Promise<WireReport> {
    const { promise, resolve, reject } = Promise.withResolvers<WireReport>();
    const onMessage = (message: unknown) => {
      try {
        resolve(wireReportSchema.parse(message));
      } catch (error) {
        reject(error);
      }
    };
    const onEnd = (cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : 'it was ended';
      const message = `The capture thread ended: ${reason}`;
      reject(new WirebenchError('WIRE_CAPTURE_FAILED', message, { cause }));
    };
    this.#worker.once('message', onMessage).once('error', onEnd).once('exit', onEnd);
    this.#worker.postMessage(command);
    return promise.finally(() => {
      this.#worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
    });
  }
}

function unexpected(report: WireReport): WirebenchError {
  if (report.type !== 'failed') return new WirebenchError('INTERNAL', `unexpected ${report.type}`);
  return fromErrorReport(report.error);
}
