import { useEffect, useRef, useState } from 'react';
import type { Attempt } from '../../../contracts/attempt.ts';
import type { CheckedExperiment } from '../../../contracts/engine-api.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { engine } from '../../transport/engine.ts';

/** A request of an experiment's text over a protocol. */
export interface TriedRequest {
  readonly text: string;
  /** Folder of the files that it names, if not in the collection. */
  readonly folder?: string;
  readonly filesOf?: string;
  /** Omitted if the text has only one. */
  readonly request?: string;
  readonly protocol?: Protocol;
}

/** Asks for missing confirmations of a plan. @returns false if the user refuses. */
export type MayTry = (plan: NonNullable<CheckedExperiment['plan']>) => Promise<boolean>;

export interface Trying {
  readonly working: boolean;
  /** The reply: one answer, or one for each step of a flow. */
  readonly attempts: readonly Attempt[];
  /** Why nothing was sent; null if it was. */
  readonly error: unknown;
  start(): void;
  stop(): void;
}

const nothing = { working: false, attempts: [], error: null };

/**
 * Sends a request once when asked to. The reply is dropped when another request is shown.
 * @param mayTry asks the user for hosts and commands that are not confirmed.
 */
export function useTrying(key: string, tried: TriedRequest | null, mayTry: MayTry): Trying {
  const [state, setState] = useState<Omit<Trying, 'start' | 'stop'>>(nothing);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => {
    setState(nothing);
    return () => stopper.current?.abort();
  }, [key]);
  const start = async () => {
    if (!tried || stopper.current?.signal.aborted === false) return;
    const control = new AbortController();
    const { signal } = control;
    stopper.current = control;
    const update = (change: Partial<Trying>) => {
      if (!signal.aborted) setState((old) => ({ ...old, ...change }));
    };
    update({ working: true, attempts: [], error: null });
    try {
      const { request: _request, protocol: _protocol, ...experiment } = tried;
      const { plan } = await engine.experiments.check(experiment, { signal });
      if (plan && !(await mayTry(plan))) return;
      const attempts: Attempt[] = [];
      for await (const attempt of await engine.ownService.try(tried, { signal })) {
        attempts.push(attempt);
        update({ attempts: [...attempts] });
      }
    } catch (error) {
      update({ error });
    } finally {
      update({ working: false });
      control.abort();
    }
  };
  const stop = () => {
    stopper.current?.abort();
    setState((old) => ({ ...old, working: false }));
  };
  return { ...state, start: () => void start(), stop };
}
