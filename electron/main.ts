import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, session } from 'electron';
import { experimentArguments } from './experiment-file.ts';
import { lockDown } from './lockdown.ts';
import { declareScheme, serveRenderer } from './protocol.ts';
import { runFileArguments } from './run-file.ts';
import { type BuiltFiles, DesktopWorkbench } from './workbench.ts';

/**
 * The desktop shell. Environment: `WIREBENCH_HOME` moves all state. Where the app is not packaged,
 * `WIREBENCH_ENGINE_NODE` names a Node to run the engine with if Electron's own is too old for it.
 */

const dist = resolve(__dirname, '..');

let workbench: DesktopWorkbench | null = null;
/** Files to open once there is a window. */
const early: string[] = [];

function openFiles(paths: readonly string[]): void {
  if (!workbench) early.push(...paths);
  else for (const path of paths) void workbench.openFile(path);
}

function fileArguments(argv: readonly string[], workingDirectory: string): string[] {
  const args = argv.slice(1);
  return [
    ...experimentArguments(args, workingDirectory),
    ...runFileArguments(args, workingDirectory),
  ];
}

async function open(): Promise<void> {
  await app.whenReady();
  lockDown(app, session.defaultSession);
  serveRenderer(join(dist, 'renderer'));
  workbench = new DesktopWorkbench(
    builtFiles(dist),
    bundledNode() ?? process.env.WIREBENCH_ENGINE_NODE,
  );
  openFiles([...early.splice(0), ...fileArguments(process.argv, process.cwd())]);
}

function endWithEngine(): void {
  let ending = false;
  app.on('will-quit', (event) => {
    if (!workbench) return;
    event.preventDefault();
    if (ending) return;
    ending = true;
    void workbench.engine.stop().finally(() => app.exit(0));
  });
  app.on('window-all-closed', () => app.quit());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}

function begin(): void {
  app.setName('Wirebench');
  if (process.env.WIREBENCH_HOME) {
    app.setPath('userData', resolve(process.env.WIREBENCH_HOME, 'desktop'));
  }
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  declareScheme();
  // Every window asks for the sandbox. If it is switched off for all (Chromium has none for
  // root), enforcing it would prevent Chromium's own processes from starting.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  endWithEngine();
  app.on('second-instance', (_event, args, workingDirectory) => {
    openFiles(fileArguments(args, workingDirectory));
    workbench?.focus();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFiles([path]);
  });
  void open();
}

/**
 * Folder of a packaged app for what cannot be in its archive: the engine with its packages, and a
 * Node to run it, since the app's executable cannot run as Node.
 */
const engineFolder = () => join(process.resourcesPath, 'engine');

/** The Node of a packaged app; null if the app is not packaged. */
function bundledNode(): string | null {
  if (!app.isPackaged) return null;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(engineFolder(), 'bin', name);
  return existsSync(path) ? path : null;
}

/** @param dist the build folder, as main sees it. */
function builtFiles(dist: string): BuiltFiles {
  const nodeTree = app.isPackaged ? join(engineFolder(), 'dist') : dist;
  return {
    preload: join(dist, 'electron', 'preload.cjs'),
    engineHost: join(nodeTree, 'node', 'electron', 'engine-host.js'),
  };
}

begin();
