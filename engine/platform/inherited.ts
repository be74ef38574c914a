import { env } from 'node:process';

/** What programs that are started inherit: Wirebench's own environment, but for what tells Wirebench itself what to do. */
export function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || /^(WIREBENCH_|NODE_CHANNEL_|NODE_COMPILE_CACHE$)/.test(name)
        ? []
        : [[name, value]],
    ),
  );
}
