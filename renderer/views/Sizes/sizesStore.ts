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
import { mayCall, type OwnExperiment } from '../../actions/ownExperiment.ts';
import { chooseOwn } from '../../document/ownChoice.ts';
import { engine } from '../../transport/engine.ts';

/** Settings of the next measurement. */
export interface SizesSettings {
  readonly workload: WorkloadName;
  readonly shapes: readonly string[];
  readonly protocols: readonly Protocol[];
  readonly tls: TlsLevel;
  /** For workloads that have some. */
  readonly dates: DatesLevel;
  /** For the user's own service; none for all read-only requests. */
  readonly requests: readonly string[];
}

/** The last measurement, and the one in progress; outside the view, so that leaving it loses neither. */
export interface SizesState {
  readonly settings: SizesSettings;
  readonly measuring: boolean;
  readonly sizes: Sizes | null;
  /** The experiment that was measured; null for a workload. */
  readonly experiment: string | null;
  /** Why the last one failed; null if it did not. */
  readonly error: unknown;
}

export const useSizes = create<SizesState>(() => ({
  settings: {
    ...{ workload: 'product', shapes: ['small', 'typical'], protocols },
    ...{ tls: 'off', dates: 'full', requests: [] },
  },
  measuring: false,
  sizes: null,
  experiment: null,
  error: null,
}));

export function setSizes(change: Partial<SizesSettings>): void {
  useSizes.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
}

/** Another workload starts with the first two of its shapes. */
export function chooseSizesWorkload(workload: WorkloadName): void {
  chooseOwn(null);
  setSizes({ workload, shapes: shapeNamesOf(workload).slice(0, 2) });
}

/** The requests to measure of the user's own service. */
export function wantedRequests({ requests }: SizesSettings, own: OwnExperiment) {
  const named = own.requests.filter(({ name }) => requests.includes(name));
  return named.length > 0 ? named : own.requests.filter(({ changes }) => !changes);
}

/** The protocols with one of them. */
export function sizeable(settings: SizesSettings, own: OwnExperiment): Protocol[] {
  const offered = new Set(wantedRequests(settings, own).flatMap((request) => request.protocols));
  return protocols.filter((protocol) => offered.has(protocol));
}

/** @returns null when the user refused. */
async function measured(
  settings: SizesSettings,
  own: OwnExperiment | null,
  signal: AbortSignal,
): Promise<Sizes | null> {
  const { workload, shapes, protocols: chosen, tls, dates, requests } = settings;
  if (!own) {
    const request = { workload, shapes: [...shapes], protocols: [...chosen], tls, dates };
    return engine.sizes.measure(request, { signal });
  }
  const over = sizeable(settings, own).filter((protocol) => chosen.includes(protocol));
  if (!(await mayCall(own, over, signal))) return null;
  const named = wantedRequests(settings, own).map(({ name }) => name);
  const wanted = { ...(requests.length > 0 && { requests: named }), protocols: over };
  return engine.sizes.measureOwn({ ...own.experiment, ...wanted }, { signal });
}

let stopper: AbortController | null = null;

/** Measures with the settings as they are. @param own the user's own service, if that is chosen. */
export async function startMeasuring(own: OwnExperiment | null): Promise<void> {
  if (stopper) return;
  stopper = new AbortController();
  const { signal } = stopper;
  useSizes.setState({ measuring: true, error: null });
  try {
    const sizes = await measured(useSizes.getState().settings, own, signal);
    if (sizes && !signal.aborted) useSizes.setState({ sizes, experiment: own?.name ?? null });
  } catch (error) {
    if (!signal.aborted) useSizes.setState({ error, sizes: null });
  } finally {
    stopper = null;
    useSizes.setState({ measuring: false });
  }
}

/** Cancels the measurement in progress; the previous one stays. */
export function stopMeasuring(): void {
  stopper?.abort();
}
