import { setPriority } from 'node:os';
import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { ServerHealth } from '../../contracts/measurement.ts';
import {
  type ServerStart,
  type ServerWatchOrder,
  serverCommandSchema,
} from '../../contracts/server-messages.ts';
import type { ServiceReport } from '../../contracts/service-messages.ts';
import { isRunning, listenerOn, ProcessTree } from './process-tree.ts';
import { Program } from './program.ts';

/**
 * Entry of the process that looks after a server of the user's own, started by `child_process.fork` and spoken
 * to in the messages of `contracts/server-messages.ts`. However its parent ends, it ends the server.
 */

const healthPeriodMs = 1000;

let starting: Promise<void> | undefined;
let program: Program | undefined;
let tree: ProcessTree | null = null;
let graceMs = 0;
let stopping = false;
let reported = '';

function report(message: ServiceReport): Promise<void> {
  return new Promise((sent) => {
    if (process.connected && process.send) process.send(message, undefined, {}, () => sent());
    else sent();
  });
}

async function reportLog(): Promise<void> {
  const text = program?.log.text ?? '';
  if (text === reported) return;
  reported = text;
  await report({ type: 'log', text });
}

function health(): ServerHealth | null {
  return tree?.measure() ?? null;
}

async function reportEnd(reason: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  await reportLog();
  await report({ type: 'ended', reason });
  // The one that was started is gone; it may have left others.
  await program?.stop(graceMs);
  process.exit(0);
}

async function begin(order: ServerStart): Promise<void> {
  // What it starts inherits it.
  if (process.platform === 'linux') setPriority(order.niceness);
  graceMs = order.graceMs;
  const started = await Program.start(order);
  program = started;
  await report({ type: 'spawned', pid: started.pid });
  // An end that was asked for while it was being started.
  if (stopping) return;
  await started.ready(order);
  tree = started.tree;
  void started.ended.then(reportEnd);
}

/** Somebody else's process: it is measured, and left alone. */
async function watch({ port, pid }: ServerWatchOrder): Promise<void> {
  if (process.platform !== 'linux') {
    throw new WirebenchError('SERVER_NOT_FOUND', 'can be watched on Linux only');
  }
  const found = pid ?? (port === undefined ? null : listenerOn(port));
  if (found === null || !isRunning(found)) {
    const message =
      pid === undefined
        ? `was not found: no process of this user listens on port ${port}`
        : `was not found: there is no process ${pid}`;
    throw new WirebenchError('SERVER_NOT_FOUND', message);
  }
  tree = new ProcessTree(found, { ownsSession: false });
  setInterval(() => {
    if (!isRunning(found)) void reportEnd('ended');
  }, healthPeriodMs / 4);
}

async function start(order: ServerStart | ServerWatchOrder): Promise<void> {
  await (order.type === 'start-server' ? begin(order) : watch(order));
  tree?.begin();
  await report({ type: 'started', host: '', port: 0 });
  if (tree)
    setInterval(() => void report({ type: 'health', id: null, health: health() }), healthPeriodMs);
}

async function stop(): Promise<never> {
  stopping = true;
  const remark = (await program?.stop(graceMs)) ?? null;
  await reportLog();
  if (remark !== null) await report({ type: 'remark', text: remark });
  process.exit(0);
}

async function fail(error: unknown): Promise<never> {
  stopping = true;
  await reportLog();
  await report({ type: 'failed', error: toErrorReport(error, 'SERVER_START_FAILED') });
  await program?.stop(graceMs);
  process.exit(1);
}

async function obey(message: unknown): Promise<void> {
  const command = serverCommandSchema.parse(message);
  if (command.type === 'stop') return stop();
  if (command.type === 'measure') {
    await reportLog();
    return report({ type: 'health', id: command.id, health: health() });
  }
  starting ??= start(command);
  await starting;
}

process.on('message', (message) => {
  obey(message).catch((error: unknown) => (stopping ? undefined : fail(error)));
});
// However the parent ended, so does the server.
process.on('disconnect', () => void stop());
// Ctrl-C reaches every process of the terminal; the parent decides what ends and when.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('exit', () => program?.kill());
// The parent may have gone while the modules were loading, before anybody listened.
if (!process.connected) process.exit(2);
