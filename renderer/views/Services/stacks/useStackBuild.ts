import { useEffect, useState } from 'react';
import type { StackBuild } from '../../../../contracts/stacks.ts';
import { stacksKey } from '../../../actions/stackActions.ts';
import { useConnection } from '../../../transport/connection.ts';
import { engine, queryClient } from '../../../transport/engine.ts';

/** The build in progress or the last one, while the caller is shown; the stacks are fetched again after each. */
export function useStackBuild(): StackBuild | null {
  const epoch = useConnection((state) => state.epoch);
  const [build, setBuild] = useState<StackBuild | null>(null);
  useEffect(() => {
    void epoch;
    const stopper = new AbortController();
    void follow(stopper.signal, setBuild);
    return () => stopper.abort();
  }, [epoch]);
  return build;
}

async function follow(signal: AbortSignal, report: (build: StackBuild | null) => void) {
  let known = '';
  try {
    for await (const { build } of await engine.stacks.watch(undefined, { signal })) {
      report(build);
      const now = `${build?.startedAt} ${build?.done} ${build?.state}`;
      if (now !== known) void queryClient.invalidateQueries({ queryKey: stacksKey });
      known = now;
    }
  } catch {
    // A new connection follows again.
  }
}
