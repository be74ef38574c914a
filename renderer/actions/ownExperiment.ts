import { valueAt } from '../../contracts/experiment/path.ts';
import type { Protocol } from '../../contracts/words.ts';
import { readText, setValue } from '../document/edit.ts';
import { filesNear, useExperiment } from '../document/experimentStore.ts';
import {
  collectionChoice,
  collectionIdOf,
  openChoice,
  useOwnChoice,
} from '../document/ownChoice.ts';
import { type LoneRequest, requestsAlone } from '../document/ownRequests.ts';
import { engine, useEngineQuery } from '../transport/engine.ts';
import { askForConsent } from './startRun.tsx';

/** An experiment with a service of the user's own, whose requests are called by themselves. */
export interface OwnExperiment {
  readonly name: string;
  /** Its text, and where the files are that it names. */
  readonly experiment: { readonly text: string } & ReturnType<typeof filesNear>;
  /** None while it is being read, or where something is wrong with it. */
  readonly requests: readonly LoneRequest[];
}

/** Why nothing can be called of what is chosen. */
export const noRequest = 'This experiment has no request that can be sent by itself.';

const nothing: Pick<OwnExperiment, 'requests'> & { name: string } = { name: '', requests: [] };
let lastRead = { text: '', ...nothing };

/** What a text offers; the last one is kept, since views ask at each turn. */
function offeredBy(text: string): typeof nothing {
  if (text !== lastRead.text) {
    const { data } = readText(text);
    const name = valueAt(data, ['name']);
    const requests = requestsAlone(data);
    lastRead = { text, name: typeof name === 'string' ? name : '', requests };
  }
  return lastRead;
}

/** The experiments with a service of the user's own that there are to choose from: the open one, and those of the library. */
export function useOwnOptions(): { readonly value: string; readonly label: string }[] {
  const { text, origin } = useExperiment();
  const library = useEngineQuery(['collection', 'list'], (client) => client.collection.list());
  const open = offeredBy(text);
  const openId = origin.kind === 'library' ? origin.name : null;
  const isOffered = open.requests.length > 0;
  return [
    ...(isOffered
      ? [{ value: openChoice, label: `${open.name || origin.name} (in the editor)` }]
      : []),
    ...(library.data?.entries ?? []).flatMap(({ kind, id, name, plan }) =>
      kind === 'own' && plan?.ownService && !(isOffered && id === openId)
        ? [{ value: collectionChoice(id), label: name }]
        : [],
    ),
  ];
}

/** The experiment that is chosen instead of a workload; null where a workload is. */
export function useOwnExperiment(): OwnExperiment | null {
  const { choice } = useOwnChoice();
  const { text: open, origin } = useExperiment();
  const id = collectionIdOf(choice);
  const read = useEngineQuery(
    ['collection', 'read', 'own', id],
    (client) => client.collection.read({ kind: 'own', id: id ?? '' }),
    { enabled: id !== null },
  );
  if (choice === null) return null;
  const text = id === null ? open : (read.data?.text ?? '');
  const offered = text === '' ? nothing : offeredBy(text);
  const files = id === null ? filesNear(origin) : {};
  return { ...offered, experiment: { text, ...files } };
}

/**
 * Asks for each host and program that calls over some protocols need and nobody has confirmed.
 * @returns false when one was refused.
 */
export async function mayCall(
  { experiment }: OwnExperiment,
  protocols: readonly Protocol[],
  signal: AbortSignal,
): Promise<boolean> {
  // A plan names the hosts of the protocols that it measures.
  const text = setValue(experiment.text, ['factors', 'protocol'], [...protocols]);
  const { plan } = await engine.experiments.check({ ...experiment, text }, { signal });
  return plan === null || askForConsent(plan);
}
