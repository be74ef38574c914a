import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import type { Calibration, CalibrationEvent } from '../../contracts/calibration.ts';
import { calibrate } from '../calibrate/calibrate.ts';
import type { RunManager } from '../run/manager.ts';
import type { Store } from '../store/store.ts';
import { apiFailure } from './failure.ts';

export interface CalibrationParts {
  readonly store: Store;
  readonly runs: RunManager;
  readonly home: string;
}

/** The `calibration` part of the engine's API: the capacity of this machine's drivers. */
export function calibrationCalls({ store, runs, home }: CalibrationParts) {
  return {
    latest: (): Calibration | null => store.latestCalibration(),

    /**
     * Runs are refused meanwhile. It ends early when the last listener leaves, `signal` is aborted,
     * or the engine closes.
     * @throws WirebenchError RUN_BUSY
     */
    run(seconds: number, caller?: AbortSignal): AsyncGenerator<CalibrationEvent> {
      const ending = new AbortController();
      const signal = caller ? AbortSignal.any([caller, ending.signal]) : ending.signal;
      const over = Promise.withResolvers<void>();
      const release = runs.occupy(() => {
        ending.abort();
        return over.promise;
      });
      const events = new ReadableStream<CalibrationEvent>({
        // Not awaited: the stream passes events on only after this returns.
        start: (controller) => {
          measure({ seconds, signal }, controller).finally(() => {
            release();
            over.resolve();
          });
        },
        cancel: () => ending.abort(left),
      });
      return listen(events);
    },
  };

  /** Never rejects: errors are passed on. */
  async function measure(
    options: { seconds: number; signal: AbortSignal },
    events: ReadableStreamDefaultController<CalibrationEvent>,
  ): Promise<void> {
    const { signal } = options;
    // A stream that was left takes no more events.
    const isHeard = () => signal.reason !== left;
    const emit = (event: CalibrationEvent) => {
      if (isHeard()) events.enqueue(event);
    };
    try {
      const calibration = await calibrate({ ...options, home, niceness: runs.niceness, emit });
      if (calibration) {
        store.saveCalibration(calibration);
        emit({ type: 'end', calibration });
      }
      if (isHeard()) events.close();
    } catch (error) {
      events.error(apiFailure(error));
    }
  }
}

/** Abort reason when the caller has gone away. */
const left = Symbol('left');

async function* listen(events: ReadableStream<CalibrationEvent>): AsyncGenerator<CalibrationEvent> {
  yield* events;
}
