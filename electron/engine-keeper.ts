import { MessageChannelMain, type WebContents } from 'electron';
import type { ErrorReport } from '../contracts/errors.ts';
import { shellEvents } from '../contracts/shell.ts';
import type { EngineProcess } from './engine-process.ts';

/** How long a stopping engine may take to write down what it measured. */
const stopPatienceMs = 8_000;
/** An engine that ended sooner than this after its start is not started again at once. */
const shortLifeMs = 5_000;
const longestDelayMs = 30_000;

/** Keeps one engine process alive, and connects windows to it. */
export class EngineKeeper {
  private readonly startProcess: () => EngineProcess;
  private readonly onFailed: (error: ErrorReport) => void;
  private current: EngineProcess | null = null;
  private delayMs = 0;
  private stopping = false;

  /**
   * @param startProcess starts an engine; called again when one has ended and a window asks.
   * @param onFailed told why an engine could not be opened.
   */
  constructor(startProcess: () => EngineProcess, onFailed: (error: ErrorReport) => void) {
    this.startProcess = startProcess;
    this.onFailed = onFailed;
  }

  private start(): EngineProcess {
    const startedAt = Date.now();
    const engine = this.startProcess();
    this.current = engine;
    engine.on('failed', this.onFailed);
    engine.once('exit', () => {
      this.current = null;
      const shortLived = Date.now() - startedAt < shortLifeMs;
      this.delayMs = shortLived ? Math.min(1000 + this.delayMs * 2, longestDelayMs) : 0;
    });
    return engine;
  }

  private hand(contents: WebContents): void {
    if (this.stopping || contents.isDestroyed()) return;
    const { port1, port2 } = new MessageChannelMain();
    (this.current ?? this.start()).connect(port1);
    contents.postMessage(shellEvents.enginePort, null, [port2]);
  }

  /** Sends the window a new port to the engine, and starts the engine if none runs. */
  connect(contents: WebContents): void {
    if (this.current || this.delayMs === 0) this.hand(contents);
    else setTimeout(() => this.hand(contents), this.delayMs);
  }

  /** Ends the engine for good; afterwards nothing of it runs. */
  async stop(): Promise<void> {
    this.stopping = true;
    const engine = this.current;
    if (!engine) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => engine.kill(), stopPatienceMs);
      engine.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      engine.requestStop();
    });
  }
}
