import type { MessageChannelMain, WebContents } from 'electron';
import type { ErrorReport } from '../contracts/errors.ts';
import { type EngineEnd, shellEvents } from '../contracts/shell.ts';
import type { EngineHome, EngineProcess } from './engine-process.ts';
import { planRestart } from './restarts.ts';

/** Time for a stopping engine to save its results. */
const stopTimeoutMs = 8_000;

export interface KeeperEvents {
  /** An engine could not be opened. */
  failed(error: ErrorReport): void;
  /** An engine has ended unexpectedly. */
  ended(end: EngineEnd): void;
}

/** Keeps one engine process alive, and connects windows to it. */
export class EngineKeeper {
  private readonly startProcess: () => EngineProcess;
  private readonly openChannel: () => MessageChannelMain;
  private readonly events: KeeperEvents;
  private current: EngineProcess | null = null;
  private previousEndAt: number | null = null;
  private pauseMs = 0;
  /** True if the next engine starts only at the user's request. */
  private held = false;
  /** A window that asked for an engine in the meantime. */
  private waiting: WebContents | null = null;
  private stopping = false;
  private known: EngineHome | null = null;

  /**
   * @param startProcess starts an engine; called again when a window asks after one has ended.
   * @param openChannel between a window and the engine.
   */
  constructor(
    startProcess: () => EngineProcess,
    openChannel: () => MessageChannelMain,
    events: KeeperEvents,
  ) {
    this.startProcess = startProcess;
    this.openChannel = openChannel;
    this.events = events;
  }

  /** Where the engine keeps its state; null until it has reported that. */
  get home(): EngineHome | null {
    return this.known;
  }

  private start(): EngineProcess {
    const startedAt = performance.now();
    const engine = this.startProcess();
    this.current = engine;
    engine.on('failed', (error) => this.events.failed(error));
    engine.on('ready', (home) => {
      this.known = home;
    });
    engine.once('exit', (reason) => {
      this.current = null;
      if (!this.stopping) this.takeEnd(reason, startedAt);
    });
    return engine;
  }

  private takeEnd(reason: string, startedAt: number): void {
    const endedAt = performance.now();
    const { restarting, pauseMs } = planRestart(startedAt, endedAt, this.previousEndAt);
    this.previousEndAt = endedAt;
    this.pauseMs = pauseMs;
    this.held = !restarting;
    this.events.ended({ reason, restarting });
  }

  private hand(contents: WebContents): void {
    if (this.stopping || contents.isDestroyed()) return;
    const { port1, port2 } = this.openChannel();
    (this.current ?? this.start()).connect(port1);
    contents.postMessage(shellEvents.enginePort, null, [port2]);
  }

  /** Sends the window a new port to the engine, and starts the engine if none runs. */
  connect(contents: WebContents): void {
    if (this.held) this.waiting = contents;
    else if (this.current || this.pauseMs === 0) this.hand(contents);
    else setTimeout(() => this.hand(contents), this.pauseMs);
  }

  /** Starts an engine that was waiting for the user. */
  restart(): void {
    if (!this.held) return;
    this.held = false;
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.hand(waiting);
  }

  /** Ends the engine for good, with all its processes. */
  async stop(): Promise<void> {
    this.stopping = true;
    const engine = this.current;
    if (!engine) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => engine.kill(), stopTimeoutMs);
      engine.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      engine.requestStop();
    });
  }
}
