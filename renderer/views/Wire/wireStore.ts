import { create } from 'zustand';
import type { WireCapture } from '../../../contracts/wire.ts';
import {
  type ClientKind,
  type Protocol,
  protocols,
  type TextKind,
  type TlsLevel,
  type WorkloadName,
} from '../../../contracts/words.ts';
import { protocolsOffering, shapeNamesOf } from '../../../workloads/registry.ts';
import { engine } from '../../transport/engine.ts';

/** What the next capture is to record. */
export interface WireSettings {
  readonly protocols: readonly Protocol[];
  readonly workload: WorkloadName;
  readonly shape: string;
  readonly tls: TlsLevel;
  readonly client: ClientKind;
  readonly text: TextKind;
}

/** The last capture, and the one in progress; outside the view, so that leaving it loses neither. */
export interface WireState {
  readonly settings: WireSettings;
  readonly capturing: boolean;
  readonly captures: readonly WireCapture[];
  /** Why the last capture failed; null when it did not. */
  readonly error: unknown;
}

export const useWire = create<WireState>(() => ({
  settings: {
    protocols,
    workload: 'product',
    shape: 'small',
    tls: 'off',
    client: 'raw',
    text: 'ascii',
  },
  capturing: false,
  captures: [],
  error: null,
}));

export function setWire(change: Partial<WireSettings>): void {
  useWire.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
}

/** Another workload begins with the first of its shapes. */
export function chooseWireWorkload(workload: WorkloadName): void {
  const [shape] = shapeNamesOf(workload);
  if (shape !== undefined) setWire({ workload, shape });
}

/** The chosen protocols that offer what the shape calls. */
export function recordable(settings: WireSettings): Protocol[] {
  return protocolsOffering(settings.workload, settings.shape).filter((protocol) =>
    settings.protocols.includes(protocol),
  );
}

let stopper: AbortController | null = null;

/** Takes a capture with the settings as they are. */
export async function takeCapture(): Promise<void> {
  if (stopper) return;
  stopper = new AbortController();
  const { signal } = stopper;
  const { settings } = useWire.getState();
  useWire.setState({ capturing: true, error: null });
  try {
    const request = { ...settings, protocols: recordable(settings) };
    const captures = await engine.wire.capture(request, { signal });
    if (!signal.aborted) useWire.setState({ captures });
  } catch (error) {
    if (!signal.aborted) useWire.setState({ error, captures: [] });
  } finally {
    stopper = null;
    useWire.setState({ capturing: false });
  }
}

/** Gives the capture in progress up; the one before stays. */
export function stopCapture(): void {
  stopper?.abort();
}
