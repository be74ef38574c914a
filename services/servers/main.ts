import { setPriority } from 'node:os';
import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { ServerHealth } from '../../contracts/measurement.ts';
import {
  type ServerStart,
  type ServerWatchOrder,
  type StackStart,
  serverCommandSchema,
} from '../../contracts/server-messages.ts';
import type { ServiceReport } from '../../contracts/service-messages.ts';
import { obeyParent, report } from '../parent.ts';
import { isRunning, listenerOn, ProcessTree } from './process-tree.ts';
import { Program } from './program.ts';
import { StackProgram } from './stack-program.ts';

/**
 * Entry of the process that supervises the user's own server, or the program of a stack, started by
 * `child_process.fork` and controlled by the messages of `contracts/server-messages.ts`. However its parent
 * ends, it ends the server.
 */

const healthPeriodMs = 1000;

let starting: Promise<void> | undefined;
let program: Program | undefined;
let stack: StackProgram | undefined;
let tree: ProcessTree | null = null;
let graceMs = 0;
let stopping = false;
let reported = '';

async function reportLog(): Promise<void> {
  const text = program?.log.text ?? '';
  if (text === reported) return;
  reported = text;
  await report({ type: 'log', text });
}

async function health(): Promise<ServerHealth | null> {
  return stack ? stack.measure() : (tree?.measure() ?? null);
}

async function reportHealth(id: number | null): Promise<void> {
  await report({ type: 'health', id, health: await health() });
}

async function reportEnd(reason: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  await reportLog();
  await report({ type: 'ended', reason });
  // The started process is gone; it may have left others.
  await program?.stop(graceMs);
  process.exit(0);
}

async function begin(order: ServerStart): Promise<void> {
  // Its children inherit it.
  if (process.platform === 'linux') setPriority(order.niceness);
  graceMs = order.graceMs;
  const started = await Program.start(order);
  program = started;
  await report({ type: 'spawned', pid: started.pid });
  // A stop request during the start.
  if (stopping) return;
  await started.ready(order);
  tree = started.tree;
  void started.ended.then(reportEnd);
}

/** @returns its address. */
async function beginStack(order: StackStart): Promise<Address> {
  if (process.platform === 'linux') setPriority(order.niceness);
  graceMs = order.graceMs;
  const started = await StackProgram.start(order);
  stack = started;
  program = started.program;
  await report({ type: 'spawned', pid: program.pid });
  if (stopping) return nowhere;
  const { port, runtime, libraries } = await started.ready();
  tree = program.tree;
  void program.ended.then(reportEnd);
  return { host: order.service.host, port, made: { runtime, libraries } };
}

/** A foreign process: it is measured only. */
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

type Address = Omit<ServiceReport & { type: 'started' }, 'type'>;
/** For a server with addresses from the experiment. */
const nowhere: Address = { host: '', port: 0 };

async function reach(order: ServerStart | StackStart | ServerWatchOrder): Promise<Address> {
  if (order.type === 'start-stack') return beginStack(order);
  await (order.type === 'start-server' ? begin(order) : watch(order));
  return nowhere;
}

async function start(order: ServerStart | StackStart | ServerWatchOrder): Promise<void> {
  const address = await reach(order);
  tree?.begin();
  await report({ type: 'started', ...address });
  if (tree) setInterval(() => void reportHealth(null), healthPeriodMs);
}

const stopProgram = () => (stack ?? program)?.stop(graceMs);

async function stop(): Promise<never> {
  stopping = true;
  const remark = (await stopProgram()) ?? null;
  await reportLog();
  if (remark !== null) await report({ type: 'remark', text: remark });
  process.exit(0);
}

async function fail(error: unknown): Promise<never> {
  stopping = true;
  await reportLog();
  await report({ type: 'failed', error: toErrorReport(error, 'SERVER_START_FAILED') });
  await stopProgram();
  process.exit(1);
}

async function obey(message: unknown): Promise<void> {
  const command = serverCommandSchema.parse(message);
  if (command.type === 'stop') return stop();
  if (command.type === 'measure') {
    await reportLog();
    return reportHealth(command.id);
  }
  starting ??= start(command);
  await starting;
}

process.on('exit', () => program?.kill());
obeyParent({
  obey,
  fail: (error) => (stopping ? undefined : fail(error)),
  // However the parent ended, the server is ended, too.
  gone: () => void stop(),
});
