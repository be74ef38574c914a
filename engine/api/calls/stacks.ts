import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `stacks` part of the engine's API. */
export function stacksCalls(api: ContractImplementer, { builds }: RouterParts) {
  return {
    list: api.stacks.list.handler(() => builds.list()),
    build: api.stacks.build.handler(({ input }) => builds.start(input.stacks)),
    stop: api.stacks.stop.handler(() => {
      builds.stop();
      return {};
    }),
    watch: api.stacks.watch.handler(({ signal }) => builds.watch(signal)),
  };
}
