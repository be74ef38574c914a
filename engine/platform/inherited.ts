import { env } from 'node:process';

/** Environment of started programs: Wirebench's own, without the variables that configure Wirebench itself. */
export function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || /^(WIREBENCH_|NODE_CHANNEL_|NODE_COMPILE_CACHE$)/.test(name)
        ? []
        : [[name, value]],
    ),
  );
}
