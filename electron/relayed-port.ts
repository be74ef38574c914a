import type { HostReport } from './host-messages.ts';
import { type PortData, packData, unpackData } from './relayed-data.ts';

type Message = Extract<HostReport, { type: 'message' }>;

type Listener = (event?: { data: unknown }) => void;

/**
 * The engine's end of a port whose messages main relays. It mimics Electron's MessagePortMain
 * as far as oRPC uses it.
 */
export class RelayedPort {
  private readonly id: number;
  private readonly send: (report: HostReport) => void;
  private readonly listeners = new Map<string, Listener[]>();

  constructor(id: number, send: (report: HostReport) => void) {
    this.id = id;
    this.send = send;
  }

  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  postMessage(data: PortData): void {
    const packed = packData(data);
    if (packed !== null) this.send({ type: 'message', id: this.id, data: packed });
  }

  /** Called with each message from the window. */
  deliver(packed: Message['data']): void {
    const data = unpackData(packed);
    for (const listener of this.listeners.get('message') ?? []) listener({ data });
  }

  /** Called when the window has closed its end. */
  end(): void {
    for (const listener of this.listeners.get('close') ?? []) listener();
  }
}
