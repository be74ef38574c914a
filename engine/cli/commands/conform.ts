import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type ConformDocument,
  type ConformFinding,
  type ConformReport,
  type ConformWorkload,
  conformWorkloads,
} from '../../../contracts/conform.ts';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { isLoopbackHost } from '../../../contracts/experiment/addresses.ts';
import type { OwnTls } from '../../../contracts/experiment/own-tls.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { protocols, type TextKind, textKindSchema } from '../../../contracts/words.ts';
import { certificatesIn } from '../../own-service/own-tls.ts';
import { stateHome } from '../../platform/home.ts';
import { parseTarget } from '../../run/address.ts';
import {
  assertConformAddress,
  type ConformTarget,
  conformFindings,
} from '../../services/conform.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { interruptible } from '../interrupts.ts';
import { allowHostOption, collect } from '../options.ts';
import { confirmHosts } from '../run/consent.ts';
import { type DataSetting, dataOf, dataOption } from '../service-options.ts';
import { say, writeResult } from '../streams.ts';
import { surroundings } from '../surroundings.ts';
import { drawConformity } from '../text/conform-text.ts';
import { type CommandEngineOptions, withEngine } from '../with-engine.ts';

interface ConformOptions extends CommandEngineOptions {
  readonly workload: ConformWorkload;
  readonly data: readonly DataSetting[];
  readonly seed: number;
  readonly text: TextKind;
  readonly check: readonly string[];
  readonly idle: number;
  readonly timeout: number;
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly json?: true;
  readonly allowHost: readonly string[];
}

/** Reads a number of seconds. @returns milliseconds. */
function secondsOption(text: string): number {
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text)) return Number(text) * 1000;
  throw new InvalidArgumentError('expected a number of seconds, such as 20');
}

function seedOption(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number, such as 1');
}

/** The services that options name, in protocol order. @throws WirebenchError ARGUMENT_INVALID */
function targetsOf(command: Command): ConformTarget[] {
  const targets = protocols.flatMap((protocol) => {
    // Commander uses another name for `--rest-h2`; the option's attribute has it.
    const option = command.options.find(({ long }) => long === `--${protocol}`);
    const address = command.getOptionValue(option?.attributeName() ?? '') as unknown;
    return typeof address === 'string' ? [{ protocol, address }] : [];
  });
  targets.forEach(assertConformAddress);
  if (targets.length > 0) return targets;
  const message = 'No service is named: say where it is, as in --rest http://127.0.0.1:8080';
  throw new WirebenchError('ARGUMENT_INVALID', message);
}

async function fileOf(option: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1');
  } catch (cause) {
    throw new WirebenchError('ARGUMENT_INVALID', `${option}: ${messageOf(cause)}`, { cause });
  }
}

/** @throws WirebenchError ARGUMENT_INVALID, SERVICE_INVALID */
async function ownTlsOf({ ca, certificate, key }: ConformOptions): Promise<OwnTls> {
  const trusted = ca === undefined ? [] : certificatesIn('--ca', ca, await fileOf('--ca', ca));
  const own = { ca: trusted, identity: null, serverName: null, verify: true };
  if (certificate === undefined && key === undefined) return own;
  if (certificate === undefined || key === undefined) {
    throw new WirebenchError('ARGUMENT_INVALID', '--certificate and --key belong together');
  }
  const identity = {
    cert: await fileOf('--certificate', certificate),
    key: await fileOf('--key', key),
  };
  try {
    createSecureContext(identity);
  } catch (cause) {
    const message = `--certificate and --key: ${messageOf(cause)}`;
    throw new WirebenchError('ARGUMENT_INVALID', message, { cause });
  }
  return { ...own, identity };
}

/** Asks to confirm remote hosts, as before any load. */
async function confirmTargets(
  targets: readonly ConformTarget[],
  options: ConformOptions,
  signal: AbortSignal,
): Promise<void> {
  const hosts = [...new Set(targets.map(({ address }) => parseTarget(address).host.toLowerCase()))];
  const remote = hosts.filter((host) => !isLoopbackHost(host));
  if (remote.length === 0) return;
  await withEngine(options, async (engine) => {
    const known = await engine.client.hosts.list();
    const asked = remote.filter((host) => !known.includes(host));
    await confirmHosts(engine, asked, options.allowHost, signal);
  });
}

async function reportOf(
  target: ConformTarget,
  options: ConformOptions,
  own: OwnTls,
  signal: AbortSignal,
): Promise<ConformReport> {
  const { workload, data, seed, text, check, idle: idleMs, timeout: timeoutMs } = options;
  const wish = {
    workload,
    data: dataOf(workload, data),
    seed,
    text,
    only: [...check],
    idleMs,
    timeoutMs,
  };
  const checks: ConformFinding[] = [];
  say(`Checking ${protocolFacts[target.protocol].label} at ${target.address}.`);
  for await (const finding of conformFindings(target, wish, {
    home: stateHome(surroundings().home),
    own,
    signal,
  })) {
    checks.push(finding);
  }
  if (checks.length === 0) {
    const message = `--check: ${protocolFacts[target.protocol].label} has no check of that name`;
    throw new WirebenchError('ARGUMENT_INVALID', message);
  }
  return { ...target, checks };
}

const isConform = ({ checks }: ConformReport) =>
  checks.every(({ outcome }) => outcome !== 'failed');

async function conform(options: ConformOptions, command: Command): Promise<ExitCode> {
  const targets = targetsOf(command);
  const own = await ownTlsOf(options);
  const { workload, json } = options;
  return interruptible('Stopping the checks.', async (signal) => {
    await confirmTargets(targets, options, signal);
    const services: ConformReport[] = [];
    for (const target of targets) {
      if (signal.aborted) return exitCodes.interrupted;
      const report = await reportOf(target, options, own, signal);
      services.push(report);
      if (!json) await writeResult(drawConformity(report, workload));
    }
    const conforms = services.every(isConform);
    const document: ConformDocument = {
      format: 'wirebench-conform/1',
      workload,
      conforms,
      services,
    };
    if (json) await writeResult(`${JSON.stringify(document, null, 2)}\n`);
    return conforms ? exitCodes.done : exitCodes.failed;
  });
}

/** `wirebench conform` */
export function addConformCommand(program: Command, finish: Finish): void {
  const command = program
    .command('conform')
    .description(
      'check whether a service of your own does what the bundled ones do, in any language',
    )
    .addOption(
      new Option('--workload <name>', 'the workload that it offers')
        .choices(conformWorkloads)
        .default('product'),
    );
  for (const protocol of protocols) {
    const { label, address, example } = protocolFacts[protocol];
    const value = address === 'url' ? 'url' : 'host:port';
    command.option(`--${protocol} <${value}>`, `where it speaks ${label}, such as ${example}`);
  }
  command
    .option(
      '--data <key=value>',
      'a setting of the workload’s data that the service was started with; repeatable',
      dataOption,
      [],
    )
    .option('--seed <number>', 'seed of the content that the service holds', seedOption, 1)
    .addOption(
      new Option('--text <kind>', 'kind of the texts that the service holds')
        .choices(textKindSchema.options)
        .default('ascii'),
    )
    .option('--check <name>', 'make only this check; repeatable', collect, [])
    .option(
      '--idle <seconds>',
      'idle time of the check of idle connections; 0 skips it',
      secondsOption,
      0,
    )
    .addOption(
      new Option('--timeout <seconds>', 'for each check')
        .argParser(secondsOption)
        .default(60_000, '60'),
    )
    .option(
      '--ca <file>',
      'certificates (PEM) of authorities that are trusted besides those of this machine',
    )
    .option('--certificate <file>', 'certificate (PEM) that is shown to the service')
    .option('--key <file>', 'private key (PEM) of that certificate')
    .option('--json', 'print all checks as one JSON document')
    .addOption(allowHostOption())
    .option('--db <file>', 'use this database')
    .action(async (options: ConformOptions) => finish(await conform(options, command)));
}
