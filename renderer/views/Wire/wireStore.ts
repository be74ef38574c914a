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
import { mayCall, type OwnExperiment } from '../../actions/ownExperiment.ts';
import { chooseOwn } from '../../document/ownChoice.ts';
import { engine } from '../../transport/engine.ts';

/** Settings of the next capture. */
export interface WireSettings {
  readonly protocols: readonly Protocol[];
  readonly workload: WorkloadName;
  readonly shape: string;
  readonly tls: TlsLevel;
  readonly client: ClientKind;
  readonly text: TextKind;
  /** For the user's own service; null for the first request that the experiment measures. */
  readonly request: string | null;
}

/** The last capture, and the one in progress; outside the view, so that leaving it loses neither. */
export interface WireState {
  readonly settings: WireSettings;
  readonly capturing: boolean;
  readonly captures: readonly WireCapture[];
  /** The experiment they were captured from; null for a workload. */
  readonly experiment: string | null;
  /** Why the last capture failed; null if it did not. */
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
    request: null,
  },
  capturing: false,
  captures: [],
  experiment: null,
  error: null,
}));

export function setWire(change: Partial<WireSettings>): void {
  useWire.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
}

/** Another workload starts with the first of its shapes. */
export function chooseWireWorkload(workload: WorkloadName): void {
  const [shape] = shapeNamesOf(workload);
  chooseOwn(null);
  if (shape !== undefined) setWire({ workload, shape });
}

/** The request to record of the user's own service. */
export function wantedRequest({ request }: WireSettings, own: OwnExperiment) {
  return own.requests.find(({ name }) => name === request) ?? own.requests[0];
}

/** The protocols with this call. */
export function callable(settings: WireSettings, own: OwnExperiment | null): readonly Protocol[] {
  if (own) return wantedRequest(settings, own)?.protocols ?? [];
  return protocolsOffering(settings.workload, settings.shape);
}

/** The chosen ones of them. */
export function recordable(settings: WireSettings, own: OwnExperiment | null): Protocol[] {
  return callable(settings, own).filter((protocol) => settings.protocols.includes(protocol));
}

let stopper: AbortController | null = null;

/** @returns null when the user refused. */
async function captured(
  { request: _request, ...settings }: WireSettings,
  protocols: Protocol[],
  own: { readonly subject: OwnExperiment; readonly request: string } | null,
  signal: AbortSignal,
): Promise<WireCapture[] | null> {
  if (!own) return engine.wire.capture({ ...settings, protocols }, { signal });
  const { subject, request } = own;
  if (!(await mayCall(subject, protocols, signal))) return null;
  return engine.wire.captureOwn({ ...subject.experiment, request, protocols }, { signal });
}

/** Takes a capture with the settings as they are. @param subject the user's own service, if that is chosen. */
export async function takeCapture(subject: OwnExperiment | null): Promise<void> {
  if (stopper) return;
  stopper = new AbortController();
  const { signal } = stopper;
  const { settings } = useWire.getState();
  useWire.setState({ capturing: true, error: null });
  try {
    const request = subject && wantedRequest(settings, subject);
    const own = subject && request ? { subject, request: request.name } : null;
    const captures = await captured(settings, recordable(settings, subject), own, signal);
    if (captures && !signal.aborted)
      useWire.setState({ captures, experiment: own?.subject.name ?? null });
  } catch (error) {
    if (!signal.aborted) useWire.setState({ error, captures: [] });
  } finally {
    stopper = null;
    useWire.setState({ capturing: false });
  }
}

/** Cancels the capture in progress; the previous one stays. */
export function stopCapture(): void {
  stopper?.abort();
}
