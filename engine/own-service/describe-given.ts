import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { experimentEnding, fileNameFor } from '../../contracts/collection.ts';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { isLoopbackHost } from '../../contracts/experiment/addresses.ts';
import type {
  DescribedService,
  DescribingSource,
  FoundService,
  Given,
  GivenFile,
  SourceInput,
} from '../../contracts/found.ts';
import { parseTarget } from '../run/address.ts';
import { pickOperations } from './draft.ts';
import {
  type ReadSource,
  readHere,
  type ServiceSource,
  serviceSources,
  sourceNamed,
} from './sources.ts';

/** Sources of descriptions that a window offers. */
export function describingSources(): DescribingSource[] {
  return serviceSources.map(({ name, title, help, read }) => {
    // Text input can also be read from a file.
    const inputs = (['address', 'file', 'text'] as const).filter(
      (input) => read[input] !== undefined || (input === 'file' && read.text !== undefined),
    );
    return { name, title, help, inputs };
  });
}

function unreadable({ title }: ServiceSource, what: string): WirebenchError {
  return new WirebenchError('ARGUMENT_INVALID', `${title} cannot be given as ${what}`);
}

/** The host of a typed address. @throws WirebenchError ARGUMENT_INVALID */
function hostOf(address: string): string {
  try {
    const { host } = parseTarget(address);
    if (host !== '') return host.toLowerCase();
  } catch {
    // Reported below, as for an address without a host.
  }
  throw new WirebenchError(
    'ARGUMENT_INVALID',
    `${address} is not an address: expected one such as http://127.0.0.1:8080 or 127.0.0.1:50051`,
  );
}

/** Context for reading a description. */
export interface Describing {
  /** Folder of the user's experiments, next to which files are stored that an experiment names. */
  readonly folder: string;
  readonly confirmedHosts: readonly string[];
  readonly reader?: ReadSource;
}

/**
 * Reads a description given in a window.
 * @throws WirebenchError SERVICE_INVALID, ARGUMENT_INVALID, HOST_NOT_CONFIRMED for a host that is not confirmed.
 */
export async function describeGiven(
  { source: name, given, mayAsk }: Given,
  { folder, confirmedHosts, reader = readHere }: Describing,
): Promise<DescribedService[]> {
  const source = sourceNamed(name);
  const { address, text } = source.read;
  const read: Read = (input, some) =>
    reader({ source: name, input, given: [...some], folder, imports: [] });
  if (given.as === 'file')
    return picked(source, await readFiles(source, given.files, folder, read));
  if (given.as === 'text') {
    if (!text) throw unreadable(source, 'text');
    return picked(source, await read('text', [given.text]));
  }
  if (!address) throw unreadable(source, 'an address');
  const host = hostOf(given.address);
  if (!source.isRequest) refuseUnconfirmed(host, mayAsk, confirmedHosts);
  return picked(source, await read('address', [given.address]));
}

/** @throws WirebenchError HOST_NOT_CONFIRMED for a host that may not be asked. */
export function refuseUnconfirmed(
  host: string,
  mayAsk: boolean,
  confirmedHosts: readonly string[],
): void {
  if (mayAsk || isLoopbackHost(host) || confirmedHosts.includes(host)) return;
  const message = `${host} is not this computer, and has not been confirmed`;
  throw new WirebenchError('HOST_NOT_CONFIRMED', message, {
    hint: 'Say that it may be asked for its description.',
  });
}

type Read = (input: SourceInput, given: readonly string[]) => Promise<FoundService[]>;

async function readFiles(
  source: ServiceSource,
  files: readonly GivenFile[],
  folder: string,
  read: Read,
): Promise<FoundService[]> {
  const { file, text } = source.read;
  if (!file) {
    if (!text) throw unreadable(source, 'a file');
    const texts = files.map((one) => one.text);
    return read('text', texts);
  }
  const place = await keepFiles(files, folder);
  let isNamed = false;
  try {
    const paths = files.map(({ name }) => join(place.path, name));
    const found = await read('file', paths);
    isNamed = found.some(({ endpoint }) => endpoint.description !== undefined);
    return found;
  } finally {
    if (place.isNew && !isNamed) await rm(place.path, { recursive: true, force: true });
  }
}

/** Whether a folder contains exactly these files. */
async function holds(folder: string, files: readonly GivenFile[]): Promise<boolean> {
  const there = await readdir(folder, { recursive: true, withFileTypes: true });
  if (there.filter((entry) => !entry.isDirectory()).length !== files.length) return false;
  for (const { name, text } of files) {
    const known = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (known !== text) return false;
  }
  return true;
}

/** Writes files into their own folder below another; equal files only once. @throws WirebenchError SERVICE_INVALID */
async function keepFiles(
  files: readonly GivenFile[],
  folder: string,
): Promise<{ readonly path: string; readonly isNew: boolean }> {
  const stem = folderNameFor(files[0]?.name ?? '');
  try {
    await mkdir(folder, { recursive: true });
    for (let number = 1; number <= maxFolders; number++) {
      const path = join(folder, number === 1 ? stem : `${stem}-${number}`);
      try {
        await mkdir(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        if (await holds(path, files)) return { path, isNew: false };
        continue;
      }
      try {
        for (const { name, text } of files) {
          await mkdir(dirname(join(path, name)), { recursive: true });
          await writeFile(join(path, name), text);
        }
      } catch (error) {
        await rm(path, { recursive: true, force: true });
        throw error;
      }
      return { path, isNew: true };
    }
  } catch (cause) {
    const message = `the files cannot be kept in ${folder}: ${messageOf(cause)}`;
    throw new WirebenchError('SERVICE_INVALID', message, { cause });
  }
  throw new WirebenchError('SERVICE_INVALID', `${folder} has too many folders named ${stem}`, {
    hint: 'Remove those that no experiment names.',
  });
}

const maxFolders = 1000;

/** `Orders v1.proto` is stored in `orders-v1`. */
function folderNameFor(file: string): string {
  const last = file.split('/').at(-1) ?? '';
  return fileNameFor(last.replace(/\.\w+$/, '')).replace(experimentEnding, '');
}

/** The services with those operations picked that only read; of single requests all. */
export function picked(
  source: Pick<ServiceSource, 'isRequest'>,
  services: readonly FoundService[],
): DescribedService[] {
  const chosen = source.isRequest ? services : pickedByThemselves(services);
  return services.map((service, index) => ({
    ...service,
    picked: service.operations.map((one) => chosen[index]?.operations.includes(one) ?? false),
  }));
}

function pickedByThemselves(services: readonly FoundService[]): readonly FoundService[] {
  try {
    return pickOperations(services).services;
  } catch {
    // No operation is read-only: the reader picks.
    return [];
  }
}
