import { foreignStacks, type StackBuild } from '../../../contracts/stacks.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { Feed } from '../../../engine/services/feed.ts';

/** The `stacks` part of the scripted engine: Java has no toolchain, and each other build fails at once. */
export function scriptedStacks(os: ContractImplementer) {
  let build: StackBuild | null = null;
  const feed = new Feed(() => ({ build }));
  return {
    list: os.stacks.list.handler(() =>
      foreignStacks.map((stack) => ({
        stack,
        toolchain: stack === 'java' ? null : { command: stack, version: '1.99.0' },
        built: stack === 'rust' ? ('yes' as const) : ('no' as const),
        reason:
          stack === 'java'
            ? 'Java services cannot be built here: `mvn --version` does not run.'
            : null,
      })),
    ),
    build: os.stacks.build.handler(({ input }) => {
      build = {
        stacks: input.stacks,
        done: 0,
        state: 'failed',
        startedAt: new Date().toISOString(),
        lines: [],
        error: {
          code: 'STACK_BUILD_FAILED',
          message: 'The services could not be built: the compiler ended with code 1.',
          hint: 'main.go:7: no such package\n1 error',
        },
      };
      feed.publish({ build });
      return build;
    }),
    stop: os.stacks.stop.handler(() => ({})),
    watch: os.stacks.watch.handler(({ signal }) => feed.watch(signal)),
  };
}
