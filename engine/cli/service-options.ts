import { type Command, InvalidArgumentError } from 'commander';
import { parse } from 'yaml';
import { WirebenchError } from '../../contracts/errors.ts';
import type { ServiceSetup } from '../../contracts/service-messages.ts';
import {
  type Protocol,
  protocols,
  type WorkloadName,
  workloadNames,
} from '../../contracts/words.ts';
import { isOffered } from '../../workloads/description.ts';
import { workloadOf } from '../../workloads/registry.ts';

export function workloadOption(text: string): WorkloadName {
  const name = workloadNames.find((one) => one === text);
  if (name) return name;
  throw new InvalidArgumentError(`expected one of ${workloadNames.join(', ')}`);
}

type Database = ServiceSetup['database'];

/** Parses `none`, `sqlite` or the address of a PostgreSQL database. */
export function databaseOption(text: string): Pick<Database, 'kind' | 'url'> {
  if (text === 'none' || text === 'sqlite') return { kind: text, url: null };
  if (/^postgres(ql)?:\/\/\S+$/.test(text)) return { kind: 'postgres', url: text };
  throw new InvalidArgumentError(
    'expected none, sqlite, or an address such as postgres://user@127.0.0.1:5432/name',
  );
}

/** A setting of a workload's data, such as `sizes.s=500`. */
export interface DataSetting {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** For a repeatable option. The value is parsed as YAML, as in an experiment file. */
export function dataOption(text: string, before: readonly DataSetting[]): readonly DataSetting[] {
  const match = /^([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)=(.+)$/s.exec(text);
  if (!match) throw new InvalidArgumentError('expected KEY=VALUE, such as users=400');
  return [...before, { path: (match[1] ?? '').split('.'), value: yamlValue(match[2] ?? '') }];
}

function yamlValue(text: string): unknown {
  try {
    // Its warnings would bypass the command line and go to stderr.
    return parse(text, { logLevel: 'error' });
  } catch {
    throw new InvalidArgumentError(`the value ${text} is not valid YAML`);
  }
}

type Data = { [key: string]: unknown };

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withSetting(data: Data, [key = '', ...rest]: readonly string[], value: unknown): Data {
  if (rest.length === 0) return { ...data, [key]: value };
  const inner = data[key];
  return { ...data, [key]: withSetting(isData(inner) ? inner : {}, rest, value) };
}

/**
 * The data of a workload from the settings of the command line.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export function dataOf(
  workload: WorkloadName,
  settings: readonly DataSetting[],
): ServiceSetup['data'] {
  const data = settings.reduce<Data>((all, { path, value }) => withSetting(all, path, value), {});
  const parsed = workloadOf(workload).data.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.');
  throw new WirebenchError(
    'ARGUMENT_INVALID',
    `--data${place ? ` ${place}` : ''}: ${issue?.message ?? 'wrong'}`,
  );
}

/**
 * Refuses options of bundled services where an experiment file defines them.
 * @throws WirebenchError ARGUMENT_INVALID
 */
export function refuseWithFile(command: Command, file: string, names: readonly string[]): void {
  const given = names.find((name) => command.getOptionValueSource(name) === 'cli');
  if (given === undefined) return;
  const message = `--${given} belongs to bundled services: set it in ${file}, or with --set`;
  throw new WirebenchError('ARGUMENT_INVALID', message);
}

/** Protocols that support a workload. */
export function protocolsOf(workload: WorkloadName): readonly Protocol[] {
  const operations = Object.values(workloadOf(workload).description.operations);
  return protocols.filter((protocol) =>
    operations.some((operation) => isOffered(operation, protocol)),
  );
}
