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
import { askForConsent } from './consent.tsx';

/** An experiment with an own service, whose requests can be sent individually. */
export interface OwnExperiment {
  readonly name: string;
  /** Its text, and the folder of the files that it names. */
  readonly experiment: { readonly text: string } & ReturnType<typeof filesNear>;
  /** Undefined while it is being read, or if it is invalid. */
  readonly requests: readonly LoneRequest[];
}

/** Why the chosen experiment has nothing to call. */
export const noRequest = 'This experiment has no request that can be sent on its own.';

const nothing: Pick<OwnExperiment, 'requests'> & { name: string } = { name: '', requests: [] };
let lastRead = { text: '', ...nothing };

/** The requests of a text. The last result is cached, because views ask at every render. */
function offeredBy(text: string): typeof nothing {
  if (text !== lastRead.text) {
    const { data } = readText(text);
    const name = valueAt(data, ['name']);
    const requests = requestsAlone(data);
    lastRead = { text, name: typeof name === 'string' ? name : '', requests };
  }
  return lastRead;
}

/** The experiments with an own service to choose from: the open one, and those of the collection. */
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

/** The experiment chosen instead of a workload; null if a workload is chosen. */
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
 * Asks about each unconfirmed host and program that calls over some protocols need.
 * @returns false when one was refused.
 */
export async function mayCall(
  { experiment }: OwnExperiment,
  protocols: readonly Protocol[],
  signal: AbortSignal,
): Promise<boolean> {
  // A plan lists the hosts of the protocols that it measures.
  const text = setValue(experiment.text, ['factors', 'protocol'], [...protocols]);
  const { plan } = await engine.experiments.check({ ...experiment, text }, { signal });
  return plan === null || askForConsent(plan);
}
