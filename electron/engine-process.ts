import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { type MessagePortMain, utilityProcess } from 'electron';
import type { ErrorReport } from '../contracts/errors.ts';
import { type HostCommand, hostReportSchema } from './host-messages.ts';
import { packData, unpackData } from './relayed-data.ts';

interface EngineEvents {
  /** The process has ended; the reason reads like `ended by SIGKILL`. */
  exit: [reason: string];
  /** The engine is open; `home` is where it keeps its state. */
  ready: [EngineHome];
  /** The engine could not be opened; `exit` follows. */
  failed: [ErrorReport];
}

/** Where an engine keeps its state. */
export interface EngineHome {
  readonly home: string;
  readonly database: string;
}

function ending(code: number | null, signal: string | null): string {
  return signal === null ? `ended with code ${code ?? 'unknown'}` : `ended by ${signal}`;
}

/** A running engine process, however it was started. */
export interface EngineProcess extends EventEmitter<EngineEvents> {
  /** Serves the engine at the other end of this port. */
  connect(port: MessagePortMain): void;
  /** Asks it to save its results and exit. */
  requestStop(): void;
  kill(): void;
}

/** The engine in an Electron utility process, which accepts ports directly. */
class UtilityEngine extends EventEmitter<EngineEvents> implements EngineProcess {
  private readonly child: Electron.UtilityProcess;
  private connections = 0;

  constructor(script: string) {
    super();
    this.child = utilityProcess.fork(script, [], { serviceName: 'Wirebench engine' });
    this.child.on('exit', (code) => this.emit('exit', ending(code, null)));
    this.child.on('message', (message: unknown) => {
      const report = hostReportSchema.parse(message);
      if (report.type === 'failed') this.emit('failed', report.error);
      if (report.type === 'ready') this.emit('ready', report);
    });
  }

  connect(port: MessagePortMain): void {
    const command: HostCommand = { type: 'connect', id: this.connections++ };
    this.child.postMessage(command, [port]);
  }

  requestStop(): void {
    this.child.postMessage({ type: 'stop' } satisfies HostCommand);
  }

  kill(): void {
    // Its own `kill` only requests the end, which a hung engine would ignore.
    if (this.child.pid !== undefined) process.kill(this.child.pid, 'SIGKILL');
  }
}

/** The engine in a separate Node, for an Electron whose own Node is too old; main relays the messages. */
class ForkedEngine extends EventEmitter<EngineEvents> implements EngineProcess {
  private readonly child: ChildProcess;
  private readonly ports = new Map<number, MessagePortMain>();
  private connections = 0;

  constructor(script: string, node: string) {
    super();
    const { ELECTRON_RUN_AS_NODE: _, NODE_OPTIONS: __, ...env } = process.env;
    this.child = fork(script, [], { execPath: node, execArgv: [], env });
    this.child.on('message', (message) => this.hear(message));
    this.child.once('exit', (code, signal) => this.end(ending(code, signal)));
    this.child.on('error', (error) => {
      // Otherwise the message reached a process that is ending, which `exit` reports.
      if (this.child.pid !== undefined) return;
      this.emit('failed', { code: 'INTERNAL', message: error.message });
      this.end('did not start');
    });
  }

  private hear(message: unknown): void {
    const report = hostReportSchema.parse(message);
    if (report.type === 'failed') this.emit('failed', report.error);
    else if (report.type === 'ready') this.emit('ready', report);
    else this.ports.get(report.id)?.postMessage(unpackData(report.data));
  }

  private end(reason: string): void {
    // First, so that listeners to the closed ports find this engine gone.
    this.emit('exit', reason);
    for (const port of this.ports.values()) port.close();
    this.ports.clear();
  }

  private send(command: HostCommand): void {
    if (this.child.connected) this.child.send(command);
  }

  connect(port: MessagePortMain): void {
    const id = this.connections++;
    this.ports.set(id, port);
    this.send({ type: 'connect', id });
    port.on('message', (event) => {
      const data = packData(event.data);
      if (data !== null) this.send({ type: 'message', id, data });
    });
    port.on('close', () => {
      this.ports.delete(id);
      this.send({ type: 'disconnect', id });
    });
    port.start();
  }

  requestStop(): void {
    this.send({ type: 'stop' });
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

/**
 * Starts the engine.
 * @param script path of the built engine host.
 * @param node a separate Node to run it with, or undefined for Electron's own.
 */
export function startEngineProcess(script: string, node: string | undefined): EngineProcess {
  return node === undefined ? new UtilityEngine(script) : new ForkedEngine(script, node);
}
