import { availableParallelism, hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { AgentFacts } from '../../../contracts/machines.ts';
import { maxWatchedParts } from '../../../contracts/watched.ts';
import { countOf } from '../../../metrics/format.ts';
import type { Agent } from '../../machines/agent.ts';
import type { NatsAddress } from '../../machines/nats-address.ts';
import { addressTowards } from '../../machines/own-address.ts';
import type { Watcher } from '../../machines/watcher.ts';
import { environment } from '../../platform/environment.ts';
import { defaultWorkers } from '../../run/assignments.ts';
import { agentCalibration } from '../agent-calibration.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { aborted, interruptible } from '../interrupts.ts';
import {
  addNatsOptions,
  joinText,
  type NatsOptions,
  natsAddressesOption,
} from '../nats-options.ts';
import { say } from '../streams.ts';

/** Delay between attempts to join an absent controller: the first, doubled up to the maximum; milliseconds. */
const firstPauseMs = 250;
const longestPauseMs = 5000;

interface AgentOptions extends NatsOptions {
  readonly join: readonly NatsAddress[];
  readonly token: string;
  readonly name?: string;
  readonly threads?: number;
  readonly place?: string;
  readonly calibrate?: true;
  readonly wait?: true;
  readonly host?: string;
  readonly watch?: true;
  readonly process: readonly string[];
  readonly container: readonly string[];
}

function threadsOption(text: string): number {
  const threads = Number(text);
  if (/^\d{1,4}$/.test(text) && threads >= 1 && threads <= 1024) return threads;
  throw new InvalidArgumentError('expected a number of threads from 1 to 1024');
}

function placeNameOption(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= 100) return name;
  throw new InvalidArgumentError('expected a name of 1 to 100 characters');
}

function collectPart(text: string, before: readonly string[]): string[] {
  if (text.length > 0 && text.length <= 200) return [...before, text];
  throw new InvalidArgumentError('expected a name or a number');
}

function hostOption(text: string): string {
  if (/^[\w.:-]{1,253}$/.test(text)) return text;
  throw new InvalidArgumentError('expected an address or a name of this machine, without a port');
}

function factsOf(
  { name, threads, place }: AgentOptions,
  calibration: AgentFacts['calibration'],
): AgentFacts {
  const { wirebench, node, os, cpu, memoryBytes } = environment();
  const cores = availableParallelism();
  return {
    name: name ?? hostname(),
    wirebench,
    node,
    os,
    cpu,
    cores,
    memoryBytes,
    threads: threads ?? defaultWorkers(cores),
    ...(place === undefined ? {} : { place }),
    ...(calibration && { calibration }),
  };
}

/** Retries for as long as no controller answers. @throws permanent errors. */
async function untilAnswered<Result>(
  act: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await act();
    } catch (error) {
      const mayPass = error instanceof WirebenchError && error.code === 'CONTROLLER_UNREACHABLE';
      if (!mayPass || signal.aborted) throw error;
      if (pauseMs === firstPauseMs) {
        say(`${error.message}. Waiting for the controller; press Ctrl-C to leave.`);
      }
      await pause(pauseMs, undefined, { signal });
    }
  }
}

/** The parts to watch; undefined for an agent that takes part in runs. */
async function watcherOf({ watch, process, container }: AgentOptions) {
  const parts = [
    ...process.map((name) => ({ kind: 'process', name }) as const),
    ...container.map((name) => ({ kind: 'container', name }) as const),
  ];
  if (!watch && parts.length > 0) {
    throw new WirebenchError('ARGUMENT_INVALID', '--process and --container go with --watch');
  }
  if (parts.length > maxWatchedParts) {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      `At most ${maxWatchedParts} processes and containers can be watched`,
    );
  }
  if (!watch) return undefined;
  const { Watcher } = await import('../../machines/watcher.ts');
  return new Watcher(parts);
}

async function joined(
  options: AgentOptions,
  facts: AgentFacts,
  watcher: Watcher | undefined,
  signal: AbortSignal,
): Promise<Agent> {
  // Loaded on demand: no other command speaks NATS.
  const { Agent } = await import('../../machines/agent.ts');
  const { readNatsLogin } = await import('../../machines/nats-login.ts');
  const { readTrust } = await import('../../machines/trust.ts');
  const { join: addresses, token, natsCredentials, natsCa, natsFingerprint } = options;
  const login = await readNatsLogin(natsCredentials);
  const trust = await readTrust({ authority: natsCa, fingerprint: natsFingerprint });
  const act = async () => {
    const host = options.host ?? (await addressTowards(addresses));
    const own = { ...facts, ...(host && { host }) };
    return Agent.join({ addresses, token, login, trust, facts: own, say, watcher });
  };
  return options.wait ? untilAnswered(act, signal) : act();
}

async function serveController(options: AgentOptions): Promise<ExitCode> {
  return interruptible('Leaving; load that runs is ended.', async (signal) => {
    const watcher = await watcherOf(options);
    const calibration = watcher
      ? undefined
      : await agentCalibration(options.calibrate ?? false, signal);
    if (signal.aborted) return exitCodes.interrupted;
    const facts = {
      ...factsOf(options, calibration),
      ...(watcher && { watching: watcher.watching }),
    };
    for (const sentence of watcher?.watching.missing ?? []) say(sentence);
    const leaving = aborted(signal).then(() => null);
    // A connection attempt can last long, and an interrupt does not wait for it.
    const agent = await Promise.race([joined(options, facts, watcher, signal), leaving]);
    if (agent === null) return exitCodes.interrupted;
    const does = watcher
      ? 'watches this machine; it generates no load'
      : `waits for load (${countOf(facts.threads, 'load worker')})`;
    say(`${facts.name} has joined ${joinText(options.join)} and ${does}. Press Ctrl-C to leave.`);
    await aborted(signal);
    await agent.close();
    return exitCodes.done;
  });
}

/** `wirebench agent --join HOST:PORT --token TOKEN`, or both from the environment. */
export function addAgentCommand(program: Command, finish: Finish): void {
  const command = program
    .command('agent')
    .description('generate load for a Wirebench on another machine, run its service, or watch one')
    .addOption(
      new Option(
        '--join <address>',
        'HOST:PORT of the controller, or the addresses of a NATS server that it shows',
      )
        .argParser(natsAddressesOption)
        .env('WIREBENCH_JOIN')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--token <token>', 'what the controller shows with its address')
        .env('WIREBENCH_TOKEN')
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'how this machine is called in results; the host’s name if left out')
    .option('--threads <count>', 'load workers; one per core minus one if left out', threadsOption)
    .addOption(
      new Option('--place <name>', 'where this machine is, by which results are distinguished')
        .argParser(placeNameOption)
        .env('WIREBENCH_PLACE'),
    )
    .option('--calibrate', 'first calibrate this machine, where that was not done as it is now')
    .option(
      '--host <address>',
      'address at which the others reach a service that runs here; the one towards the controller if left out',
      hostOption,
    )
    .option(
      '--watch',
      'generate no load, but report CPU, memory, network and sockets of this machine, beside a service that runs on it',
    )
    .option(
      '--process <name>',
      'with --watch: processes of this name, or the one of this number with all that it started; repeatable',
      collectPart,
      [],
    )
    .option(
      '--container <name>',
      'with --watch: the container whose control group has this in its name, such as its number; repeatable',
      collectPart,
      [],
    )
    .option('--wait', 'wait for a controller that is not there yet');
  addNatsOptions(command).action(async (options: AgentOptions) =>
    finish(await serveController(options)),
  );
}
