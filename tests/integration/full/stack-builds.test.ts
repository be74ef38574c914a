import { afterEach, describe, expect, it } from 'vitest';
import type { StackBuild } from '../../../contracts/stacks.ts';
import { engineRuns } from '../../support/engine-runs.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { type MadeToolchain, madeToolchain } from '../../support/made-toolchain.ts';
import { descendants } from '../../support/processes.ts';

const runs = engineRuns();
const stacks = () => runs.engine.client.stacks;
const compilers = () =>
  descendants(process.pid).filter(({ command }) => /^sleep 600/.test(command));

let made: MadeToolchain | null = null;
afterEach(() => made?.restore());

/** Follows the build until it has the wanted state. */
async function until(wanted: (build: StackBuild) => boolean): Promise<StackBuild> {
  const stopper = new AbortController();
  for await (const { build } of await stacks().watch(undefined, { signal: stopper.signal })) {
    if (build === null || !wanted(build)) continue;
    stopper.abort();
    return build;
  }
  throw new Error('The engine has ended');
}
const ended = () => until(({ state }) => state !== 'building');

describe('a build that a window asks for', () => {
  it('reports its progress, blocks other builds and runs, and leaves a usable stack', async () => {
    made = madeToolchain();
    const before = (await stacks().list()).find(({ stack }) => stack === 'rust');
    expect(before).toMatchObject({
      built: 'no',
      toolchain: { command: 'cargo', version: '1.99.0' },
    });
    await stacks().build({ stacks: ['rust', 'rust'] });
    const building = await until(({ lines }) => lines.length > 0);
    expect(building).toMatchObject({ stacks: ['rust'], lines: ['Compiling wirebench'] });
    const busy = /A build of stacks is in progress/;
    await expect(stacks().build({ stacks: ['rust'] })).rejects.toThrow(busy);
    const text = smallExperiment({ protocols: 'rest' });
    await expect(runs.engine.client.runs.start({ text })).rejects.toThrow(busy);
    made.finish();
    expect(await ended()).toMatchObject({ state: 'done', done: 1, error: null });
    const after = (await stacks().list()).find(({ stack }) => stack === 'rust');
    expect(after).toMatchObject({ built: 'yes', reason: null });
  });

  it('ends with all that its tool has started when it is stopped, and with the engine', async () => {
    made = madeToolchain();
    await stacks().build({ stacks: ['rust'] });
    await expect.poll(compilers).toHaveLength(1);
    await stacks().stop();
    expect(await ended()).toMatchObject({ state: 'stopped', done: 0, error: null });
    expect(compilers()).toEqual([]);
    await stacks().build({ stacks: ['rust'] });
    await expect.poll(compilers).toHaveLength(1);
    await runs.engine.close();
    await expect.poll(compilers).toEqual([]);
  });

  it('fails with the code and the end of what its tool wrote', async () => {
    made = madeToolchain();
    made.breaks();
    await stacks().build({ stacks: ['rust', 'go'] });
    const { state, done, error } = await ended();
    expect([state, done, error?.code]).toEqual(['failed', 0, 'STACK_BUILD_FAILED']);
    expect(error?.message).toBe(
      'The Rust services could not be built: cargo build ended with code 101.',
    );
    expect(error?.hint).toContain('error: no such crate');
  });
});
