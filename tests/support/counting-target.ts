import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { startCommand } from './command-line.ts';
import type { Placed } from './machines.ts';
import { temporaryFolder } from './temporary-folder.ts';

const reportSchema = z.object({ cameAt: z.record(z.string(), z.array(z.number())) });
export type CountingReport = z.infer<typeof reportSchema>;

const entry = fileURLToPath(new URL('counting-process.ts', import.meta.url));

/** A foreign server in a separate process, which records every request. */
export interface CountingTarget {
  /** Arrival times so far, by the address of the client; milliseconds on the monotonic clock of this machine. */
  cameAt(): Promise<ReadonlyMap<string, readonly number[]>>;
  /** The text of an experiment with one request to it. @param load without its model, which defaults to closed. */
  experiment(factors: string, load: string, more?: string): string;
}

/** Starts one, which ends with the test. */
export async function startCountingTarget(
  host: string,
  port: number,
  at: Placed = {},
): Promise<CountingTarget> {
  const server = startCommand(temporaryFolder(), [entry, host, String(port)], at);
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  await server.until('stdout', /listening/);
  let times = 0;
  return {
    cameAt: async () => {
      times += 1;
      server.child.stdin.write('\n');
      const [, text = ''] = await server.until('stdout', new RegExp(`report ${times} (.*)\n`));
      return new Map(Object.entries(reportSchema.parse(JSON.parse(text)).cameAt));
    },
    experiment: (factors, load, more = '') => `wirebench: 1
name: Counted elsewhere
service:
  rest: {address: "http://${host}:${port}"}
  requests: {thing: {rest: {path: /thing}}}
factors: {protocol: [rest], shape: [thing], ${factors}}
load: {${load}}
${more}`,
  };
}
