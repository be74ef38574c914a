import { create } from 'zustand';
import type { Ceiling } from '../../../contracts/calibration.ts';
import { notifyDone, notifyError } from '../../components/notify.tsx';
import { engine, queryClient } from '../../transport/engine.ts';

/** The calibration in progress; outside the views, so that leaving them does not end it. */
export interface CalibrationState {
  readonly running: boolean;
  /** The ceilings found so far, and their total number; 0 while unknown. */
  readonly found: readonly Ceiling[];
  readonly of: number;
}

const idle: CalibrationState = { running: false, found: [], of: 0 };
export const useCalibration = create<CalibrationState>(() => idle);

let stopper: AbortController | null = null;

/** Measures this machine's ceilings, and reports the outcome. */
export async function startCalibration(): Promise<void> {
  if (stopper) return;
  stopper = new AbortController();
  const { signal } = stopper;
  useCalibration.setState({ ...idle, running: true });
  try {
    for await (const event of await engine.calibration.run({}, { signal })) {
      if (event.type === 'end') notifyDone('This machine is calibrated');
      else {
        useCalibration.setState(({ found }) => ({
          found: [...found, event.ceiling],
          of: event.of,
        }));
      }
    }
  } catch (error) {
    if (!signal.aborted) notifyError(error, 'This machine could not be calibrated');
  } finally {
    stopper = null;
    useCalibration.setState(idle);
    void queryClient.invalidateQueries({ queryKey: ['calibration'] });
  }
}

/** Ends the calibration in progress; earlier results stay. */
export function stopCalibration(): void {
  stopper?.abort();
}
