import { create } from 'zustand';
import type { CheckedExperiment } from '../../../contracts/engine-api.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  type DescribedService,
  type DescribingSource,
  type Discovery,
  type FoundService,
  type Given,
  longestGiven,
} from '../../../contracts/found.ts';
import { formatCount } from '../../../metrics/format.ts';
import { confirm } from '../../components/confirm.ts';
import {
  type EditedCall,
  type ListedOperation,
  listedServices,
  pairsPickedAtFirst,
  pickedAtFirst,
  type ReadDescription,
  remoteHostOf,
  type ServiceChoice,
  withoutPair,
  withPair,
} from '../../data/ownService.ts';
import { readSample } from '../../document/sampleText.ts';
import { engine } from '../../transport/engine.ts';
import { describeError } from '../../transport/errors.ts';

/** State of the assistant; outside the view, so that leaving it loses nothing. */
export interface OwnServiceState extends ServiceChoice {
  /** Name of the source to read next. */
  readonly source: string;
  readonly typed: string;
  readonly reading: boolean;
  /** Why the last description could not be read; null if it could. */
  readonly error: unknown;
  /** What the last addresses were asked and answered. */
  readonly discoveries: readonly Discovery[];
  /** Key of the operation whose sample is shown; null for none. */
  readonly shown: string | null;
  /** The operation that is being paired; null for none. */
  readonly pairing: Pick<ListedOperation, 'key' | 'label' | 'protocol'> | null;
  /** Whether the reader has picked or unpicked anything. */
  readonly hasChosen: boolean;
}

const noDescriptions: readonly ReadDescription[] = [];
const empty = {
  descriptions: noDescriptions,
  picked: new Set<string>(),
  edited: new Map<string, EditedCall>(),
  addresses: new Map<string, string>(),
  pairs: [] as readonly (readonly string[])[],
  apart: new Set<string>(),
  pairing: null,
  hasChosen: false,
  typed: '',
  reading: false,
  error: null,
  discoveries: [] as readonly Discovery[],
  shown: null,
};

/** Not a kind of description: an address is asked for every kind. */
export const anySource: DescribingSource = {
  name: 'any',
  title: 'What is found there',
  help: 'the address of your service: host and port are enough',
  inputs: ['address'],
};

export const useOwnService = create<OwnServiceState>(() => ({ ...empty, source: anySource.name }));

const set = useOwnService.setState;
let stopper: AbortController | null = null;
/** Settles when the last reading has ended. */
let running: Promise<void> = Promise.resolve();
let nextId = 1;

/** Whether the user allows requests to a remote host. */
function mayAskHost(host: string): Promise<boolean> {
  return confirm({
    title: `Ask ${host}?`,
    confirm: 'Ask this host',
    children: `Wirebench fetches the description from ${host}, which is not this computer. No load goes there: before that it asks again.`,
  });
}

/** Asks an address; first the user, if its host is not confirmed. @returns null if the user refuses. */
async function asking<Answer>(
  address: string | null,
  ask: (mayAsk: boolean) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | null> {
  try {
    return await ask(false);
  } catch (error) {
    const host = address === null ? null : remoteHostOf(address);
    if (host === null || describeError(error).code !== 'HOST_NOT_CONFIRMED') throw error;
    if (signal.aborted || !(await mayAskHost(host))) return null;
    return ask(true);
  }
}

type Read = (signal: AbortSignal) => Promise<readonly DescribedService[] | null>;

/** Reads, and picks the read-only operations. @param place its name. */
function reading(place: string, read: Read): Promise<void> {
  if (!stopper) running = readingAlone(place, read);
  return running;
}

async function readingAlone(place: string, read: Read): Promise<void> {
  stopper = new AbortController();
  const { signal } = stopper;
  set({ reading: true, error: null });
  try {
    const services = await read(signal);
    if (services && services.length > 0 && !signal.aborted) {
      add({ id: nextId++, place, services });
    }
  } catch (error) {
    if (!signal.aborted) set({ error });
  } finally {
    stopper = null;
    set({ reading: false });
  }
}

/** Reads a description of a known kind. */
function read(place: string, given: Omit<Given, 'mayAsk'>): Promise<void> {
  const address = given.given.as === 'address' ? given.given.address : null;
  return reading(place, (signal) =>
    asking(
      address,
      (mayAsk) => engine.ownService.describe({ ...given, mayAsk }, { signal }),
      signal,
    ),
  );
}

/** Finds out what is at an address. */
function find(address: string): Promise<void> {
  return reading(address, async (signal) => {
    const discovery = await asking(
      address,
      (mayAsk) => engine.ownService.discover({ address, mayAsk }, { signal }),
      signal,
    );
    if (discovery && !signal.aborted) {
      set(({ discoveries }) => ({ discoveries: [...discoveries, discovery] }));
    }
    return discovery?.services ?? null;
  });
}

function add(description: ReadDescription): void {
  set(({ descriptions, picked, shown, pairs, apart, hasChosen }) => {
    const first = pickedAtFirst(description);
    const [any] = listedServices([description]).flatMap(({ operations }) => operations);
    const all = [...descriptions, description];
    // What can be compared is what most want to know; the rest is a click away.
    const compared = hasChosen ? [] : pairsPickedAtFirst({ descriptions: all, pairs, apart });
    return {
      descriptions: all,
      picked: new Set(compared.length > 0 ? compared : [...picked, ...first]),
      shown: compared[0] ?? first[0] ?? any?.key ?? shown,
      typed: '',
    };
  });
}

/** An experiment of the chosen operations, and whether it can be run. */
export interface MadeExperiment extends CheckedExperiment {
  readonly text: string;
  /** What it does not measure of what was picked, and why. */
  readonly notMeasured: readonly string[];
}

/** Writes the experiment that measures the operations given. */
export async function makeExperiment(
  services: readonly FoundService[],
  signal: AbortSignal,
): Promise<MadeExperiment> {
  const { text, notMeasured } = await engine.ownService.draft(
    { services: [...services] },
    { signal },
  );
  return { text, notMeasured, ...(await engine.experiments.check({ text }, { signal })) };
}

/** The problem of a sample, without consequential ones; null for none. */
export function problemOf({ problems }: CheckedExperiment): string | null {
  const problem = problems.find(({ path }) => path.startsWith('service')) ?? problems[0];
  if (!problem) return null;
  const place = problem.path.replace(/^service\.(requests\.)?/, '');
  return place === '' ? problem.message : `${place}: ${problem.message}`;
}

const longestPlace = 80;

export const ownService = {
  choose: (source: string) => set({ source, error: null, discoveries: [] }),
  type: (typed: string) => set({ typed }),
  /** Reads the typed text, as an address or as a description. */
  readTyped(source: DescribingSource, as: 'address' | 'text'): Promise<void> {
    const typed = useOwnService.getState().typed.trim();
    const [line = ''] = typed.split('\n');
    set({ discoveries: [] });
    if (source.name === anySource.name) return find(typed);
    if (as === 'address') {
      return read(typed, { source: source.name, given: { as, address: typed } });
    }
    const place = source.inputs.includes('address')
      ? 'the pasted text'
      : line.slice(0, longestPlace);
    return read(place, { source: source.name, given: { as, text: typed } });
  },
  /** Finds out what is at addresses that were typed in another view, in place of what was read before. */
  async findAll(addresses: readonly string[]): Promise<void> {
    if (addresses.length === 0) return;
    stopper?.abort();
    await running;
    set({ ...empty, source: anySource.name });
    for (const address of addresses) await find(address);
  },
  /** Reads the chosen files. */
  async readFiles(source: DescribingSource, files: readonly File[]): Promise<void> {
    const [first] = files;
    if (!first) return;
    const texts = await Promise.all(
      files.map(async (file) => ({
        name: file.webkitRelativePath || file.name,
        text: await file.text(),
      })),
    );
    const notText = texts.find(({ text }) => text.includes('\uFFFD'));
    const length = texts.reduce((sum, { text }) => sum + text.length, 0);
    if (notText || length > longestGiven) {
      const message = notText
        ? `${notText.name} is not text. Use the command line for it: npx wirebench new.`
        : `Files are read up to ${formatCount(longestGiven)} characters. Give an address, or use the command line: npx wirebench new.`;
      set({ error: new WirebenchError('SERVICE_INVALID', message) });
      return;
    }
    const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
    return read(`${first.name}${more}`, {
      source: source.name,
      given: { as: 'file', files: texts },
    });
  },
  stop: () => stopper?.abort(),
  show: (shown: string) => set({ shown }),
  pick(keys: readonly string[], on: boolean): void {
    set(({ picked }) => {
      const next = new Set(picked);
      for (const key of keys) on ? next.add(key) : next.delete(key);
      return { picked: next, hasChosen: true };
    });
  },
  /** Begins to pair an operation; null gives it up. */
  startPairing: (pairing: OwnServiceState['pairing']) => set({ pairing }),
  /** Pairs the operation that was begun with another, and picks both. */
  pairWith(key: string): void {
    set((state) => {
      const { pairing, picked } = state;
      if (pairing === null) return {};
      return {
        ...withPair(state, pairing.key, key),
        picked: new Set([...picked, pairing.key, key]),
        pairing: null,
        hasChosen: true,
      };
    });
  },
  takeApart: (keys: readonly string[]) => set((state) => withoutPair(state, keys)),
  edit(key: string, text: string): void {
    set(({ edited }) => ({ edited: new Map(edited).set(key, { text, call: readSample(text) }) }));
  },
  /** Restores the sample of the description. */
  undoEdit(key: string): void {
    set(({ edited }) => {
      const next = new Map(edited);
      next.delete(key);
      return { edited: next };
    });
  },
  address(service: string, address: string): void {
    set(({ addresses }) => ({ addresses: new Map(addresses).set(service, address) }));
  },
  remove(id: number): void {
    set(({ descriptions, picked, shown }) => {
      const rest = descriptions.filter((one) => one.id !== id);
      const isRest = (key: string) => !key.startsWith(`${id} `);
      return {
        descriptions: rest,
        picked: new Set([...picked].filter(isRest)),
        pairing: null,
        shown: shown !== null && isRest(shown) ? shown : null,
      };
    });
  },
};
