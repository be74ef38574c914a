import type { ElectronApplication } from 'playwright-core';
import { descendants } from '../../support/processes.ts';

/** The engine process of a desktop app; null if there is none. */
export function engineOf(app: ElectronApplication): number | null {
  const isEngine = (command: string) => /engine-host|node\.mojom/.test(command);
  const engine = descendants(app.process().pid ?? 0).find(({ command }) => isEngine(command));
  return engine?.pid ?? null;
}
