import { create } from 'zustand';
import type { DatesLevel } from '../../../contracts/experiment/environment-factors.ts';
import type { Sizes } from '../../../contracts/sizes.ts';
import {
  type Protocol,
  protocols,
  type TlsLevel,
  type WorkloadName,
} from '../../../contracts/words.ts';
import { shapeNamesOf } from '../../../workloads/registry.ts';
import { engine } from '../../transport/engine.ts';

/** What is to be measured next. */
export interface SizesSettings {
  readonly workload: WorkloadName;
  readonly shapes: readonly string[];
  readonly protocols: readonly Protocol[];
  readonly tls: TlsLevel;
  /** Of the workloads that have some. */
  readonly dates: DatesLevel;
}

/** The last measurement, and the one in progress; outside the view, so that leaving it loses neither. */
export interface SizesState {
  readonly settings: SizesSettings;
  readonly measuring: boolean;
  readonly sizes: Sizes | null;
  /** Why the last one failed; null when it did not. */
  readonly error: unknown;
}

export const useSizes = create<SizesState>(() => ({
  settings: {
    ...{ workload: 'product', shapes: ['small', 'typical'], protocols },
    ...{ tls: 'off', dates: 'full' },
  },
  measuring: false,
  sizes: null,
  error: null,
}));

export function setSizes(change: Partial<SizesSettings>): void {
  useSizes.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
}

/** Another workload begins with the first two of its shapes. */
export function chooseSizesWorkload(workload: WorkloadName): void {
  setSizes({ workload, shapes: shapeNamesOf(workload).slice(0, 2) });
}

let stopper: AbortController | null = null;

/** Measures with the settings as they are. */
export async function startMeasuring(): Promise<void> {
  if (stopper) return;
  stopper = new AbortController();
  const { signal } = stopper;
  const { workload, shapes, protocols: chosen, tls, dates } = useSizes.getState().settings;
  useSizes.setState({ measuring: true, error: null });
  try {
    const request = { workload, shapes: [...shapes], protocols: [...chosen], tls, dates };
    const sizes = await engine.sizes.measure(request, { signal });
    if (!signal.aborted) useSizes.setState({ sizes });
  } catch (error) {
    if (!signal.aborted) useSizes.setState({ error, sizes: null });
  } finally {
    stopper = null;
    useSizes.setState({ measuring: false });
  }
}

/** Gives the measurement in progress up; the one before stays. */
export function stopMeasuring(): void {
  stopper?.abort();
}
