import type { Command } from 'commander';
import type { MachinesPlace } from '../../../contracts/api/machines.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { formatCommand } from '../../../metrics/format.ts';
import type { Engine } from '../../api/engine.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { type MeasuredFile, readToRun, readToRunAgain } from '../experiment-file.ts';
import { interruptible } from '../interrupts.ts';
import { addNatsOptions, type NatsOptions } from '../nats-options.ts';
import {
  allowCommandsOption,
  allowHostOption,
  collect,
  placeOption,
  portOption,
} from '../options.ts';
import { type MeasureOptions, measure } from '../run/measure.ts';
import { exitCodeOfRun, prepareOutputs, writeOutputs } from '../run/outcome.ts';
import { say, writeResult } from '../streams.ts';
import { drawRun } from '../text/run-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface RunOptions extends CommandEngineOptions, MeasureOptions, NatsOptions {
  readonly set: readonly string[];
  readonly out?: string;
  readonly json?: true;
  readonly listen?: { readonly host: string; readonly port: number };
  /** Port for machines that join by WebSocket. */
  readonly listenWebsocket?: number;
  /** The run to repeat. */
  readonly again?: string;
  readonly agents?: string;
  /** Addresses of an existing NATS server. */
  readonly nats?: string;
  readonly address?: string;
}

async function publish(engine: Engine, document: ResultDocument, options: RunOptions) {
  await writeResult(options.json ? `${JSON.stringify(document, null, 2)}\n` : drawRun(document));
  if (options.out === undefined) return;
  const paths = await writeOutputs(engine, document.run.id, options.out);
  if (!options.quiet) say(`Wrote ${paths.join(', ')}`);
}

/** @param file null to run the experiment of a stored run again. */
async function runExperiment(file: MeasuredFile | null, options: RunOptions): Promise<ExitCode> {
  if (options.out !== undefined) await prepareOutputs(options.out);
  const stopping =
    'Stopping; everything measured so far is kept. Press Ctrl-C again to quit at once.';
  return interruptible(stopping, (signal) =>
    withEngine(options, async (engine) => {
      const measured = file ?? (await readToRunAgain(engine, options.again ?? '', options.set));
      if (!measured) return exitCodes.wrongInput;
      await letMachinesJoin(engine, options);
      const document = await measure(engine, measured, options, signal);
      if (!document) return exitCodes.interrupted;
      await publish(engine, document, options);
      return exitCodeOfRun(document);
    }),
  );
}

/** Listens for machines, and prints how they join. */
async function letMachinesJoin(engine: Engine, options: RunOptions): Promise<void> {
  const place = placeOf(options);
  if (place === null) return;
  const { line, webSocketLine } = await engine.client.machines.open(place);
  const byWeb =
    webSocketLine === undefined ? '' : `\nor, by WebSocket:\n  ${formatCommand(webSocketLine)}`;
  say(`On each machine that is to generate load, run:\n  ${formatCommand(line)}${byWeb}`);
}

function ownPlaceOf(
  place: NonNullable<RunOptions['listen']>,
  webSocketPort: number | undefined,
): MachinesPlace {
  return webSocketPort === undefined ? place : { ...place, webSocketPort };
}

/** Where machines join; null if they cannot. @throws WirebenchError ARGUMENT_INVALID */
function placeOf(options: RunOptions): MachinesPlace | null {
  const { listen, listenWebsocket, nats, natsCredentials, natsCa, natsFingerprint, address } =
    options;
  if (listenWebsocket !== undefined && listen === undefined) {
    throw new WirebenchError('ARGUMENT_INVALID', '--listen-websocket goes with --listen', {
      hint: 'Name the address of this machine that the others reach: --listen HOST:PORT.',
    });
  }
  if (nats === undefined) {
    if (address === undefined) return listen ? ownPlaceOf(listen, listenWebsocket) : null;
    throw new WirebenchError('ARGUMENT_INVALID', '--address goes with --nats', {
      hint: 'With --listen, its own host is the address.',
    });
  }
  if (listen !== undefined) {
    throw new WirebenchError('ARGUMENT_INVALID', 'Either --nats or --listen, not both', {
      hint: '--nats uses an existing NATS server, --listen starts one here.',
    });
  }
  return {
    nats,
    ...(natsCredentials === undefined ? {} : { credentials: natsCredentials }),
    ...(natsCa === undefined ? {} : { authority: natsCa }),
    ...(natsFingerprint === undefined ? {} : { fingerprint: natsFingerprint }),
    ...(address === undefined ? {} : { address }),
  };
}

/** `--agents` sets an experiment setting under another name. */
function withAgents({ agents, ...options }: RunOptions): RunOptions {
  return agents === undefined
    ? options
    : { ...options, set: [...options.set, `machines=${agents}`] };
}

async function run(file: string | undefined, given: RunOptions): Promise<ExitCode> {
  const options = withAgents(given);
  if ((file === undefined) === (options.again === undefined)) {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      'Expected either an experiment file or --again RUN',
    );
  }
  if (file === undefined) return runExperiment(null, options);
  const read = await readToRun(file, options.set);
  return read ? runExperiment(read, options) : exitCodes.wrongInput;
}

/** `wirebench run FILE` or `wirebench run --again RUN` */
export function addRunCommand(program: Command, finish: Finish): void {
  const command = program
    .command('run')
    .description('run an experiment and print its results')
    .argument('[file]', 'experiment file (*.bench.yaml); "-" is stdin')
    .option(
      '--again <run>',
      'run the experiment of a stored run once more, with the files that it kept',
    )
    .option(
      '--set <path=value>',
      'override a value, as in factors.users=[10]; repeatable',
      collect,
      [],
    )
    .option('--json', 'print one result document instead of tables')
    .option('--out <folder>', 'write result.json, result.csv, report.html and latency.hgrm there')
    .option('--db <file>', 'use this database')
    .option('--quiet', 'show no progress')
    .addOption(allowHostOption())
    .option(
      '--agents <count>',
      'number of other machines that generate the load: machines in the experiment file',
    )
    .option('--listen <address>', 'HOST:PORT of this machine at which the others join', placeOption)
    .option(
      '--listen-websocket <port>',
      'with --listen: port at which they join by WebSocket, where other connections are blocked',
      portOption,
    )
    .option(
      '--nats <addresses>',
      'existing NATS server through which the others join, such as nats://host:4222; several of a cluster separated by commas',
    )
    .option(
      '--address <host>',
      'with --nats: address of this machine that the others reach, where bundled services listen',
    )
    .addOption(allowCommandsOption());
  addNatsOptions(command).action(async (file: string | undefined, options: RunOptions) =>
    finish(await run(file, options)),
  );
}
