import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { foreignStacks, type StackBuild } from '../../contracts/stacks.ts';
import { madeToolchain } from '../../tests/support/made-toolchain.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import type { RunManager } from '../run/manager.ts';
import { StackBuilds } from './builds.ts';
import {
  buildStack,
  isBuilt,
  sourcesHash,
  stackProgram,
  stackState,
  whyNotUsable,
} from './stacks.ts';
import { toolchains } from './toolchains.ts';

/** An empty folder for built stacks, and a `cargo` made for the test. */
function setUp() {
  const made = madeToolchain();
  onTestFinished(() => made.restore());
  const folder = process.env.WIREBENCH_STACKS ?? '';
  const stamp = (sources: string) => {
    mkdirSync(join(folder, 'rust'), { recursive: true });
    writeFileSync(
      join(folder, 'rust', 'built.json'),
      JSON.stringify({ sources, toolchain: '1.99.0' }),
    );
  };
  /** Puts another `cargo` before it. */
  const scripted = (script: string) => {
    const bin = temporaryFolder();
    writeFileSync(join(bin, 'cargo'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    process.env.PATH = `${bin}:${process.env.PATH}`;
  };
  return { ...made, folder, stamp, scripted };
}

describe('a stack', () => {
  it('is built where its stamp has the hash of its sources', async () => {
    const { stamp, folder } = setUp();
    expect([await isBuilt('node'), await isBuilt('rust')]).toEqual([true, false]);
    const toolchain = { command: 'cargo', version: '1.99.0' };
    expect(await stackState('rust')).toEqual({
      ...{ stack: 'rust', toolchain, built: 'no' },
      reason: 'The Rust services have not been built: run `npx wirebench stacks build rust`.',
    });
    stamp('others');
    expect(await isBuilt('rust')).toBe(false);
    expect(await stackState('rust')).toMatchObject({
      built: 'stale',
      reason: expect.stringContaining('were built from other sources'),
    });
    expect(await whyNotUsable('rust')).toContain('were built from other sources');
    stamp(await sourcesHash('rust'));
    expect(await isBuilt('rust')).toBe(true);
    expect(await stackState('rust')).toMatchObject({ built: 'yes', reason: null });
    expect(await whyNotUsable('rust')).toBeNull();
    writeFileSync(join(folder, 'rust', 'built.json'), '{');
    expect(await isBuilt('rust')).toBe(false);
  });

  it('has a hash of its own, the same again', async () => {
    const hashes = await Promise.all(foreignStacks.map(sourcesHash));
    expect(new Set(hashes).size).toBe(foreignStacks.length);
    expect(hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect(await sourcesHash('rust')).toBe(hashes[foreignStacks.indexOf('rust')]);
  });

  it('is started from its folder', () => {
    const { folder } = setUp();
    expect(stackProgram('rust', 2)).toMatchObject({
      folder: join(folder, 'rust'),
      command: [expect.stringContaining('wirebench-rust')],
    });
    expect(stackProgram('java', 3).command).toContain('-XX:ActiveProcessorCount=3');
  });
});

describe('building a stack', () => {
  it('leaves a stamp, and only where it is done', async () => {
    const { finish, folder, stamp, breaks } = setUp();
    const path = join(folder, 'rust', 'built.json');
    finish();
    const lines: string[] = [];
    await buildStack('rust', (line) => lines.push(line));
    expect(lines).toEqual(['Compiling wirebench']);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      sources: await sourcesHash('rust'),
      toolchain: '1.99.0',
    });
    stamp('others');
    breaks();
    await expect(buildStack('rust', () => undefined)).rejects.toThrow(
      expect.objectContaining({
        code: 'STACK_BUILD_FAILED',
        message: 'The Rust services could not be built: cargo build ended with code 101.',
        hint: expect.stringContaining('error: no such crate'),
      }),
    );
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    [0, undefined],
    [40, '1 40'],
    [41, '2 41'],
    [95, '56 95'],
  ])('that fails after %i lines gives the last forty as a hint', async (count, ends) => {
    const { scripted } = setUp();
    scripted(`case $1 in --version) echo "cargo 1.99.0";; *) seq ${count}; exit 3;; esac`);
    const lines: string[] = [];
    const error = await buildStack('rust', (line) => lines.push(line)).catch((one) => one);
    expect(lines).toEqual(Array.from({ length: count }, (_none, index) => `${index + 1}`));
    expect(error).toMatchObject({ code: 'STACK_BUILD_FAILED' });
    expect(error.hint?.replaceAll(/\n(.*\n)*/g, ' ')).toBe(ends);
    expect(error.hint?.split('\n').length ?? 0).toBe(Math.min(40, count));
  });

  it('needs a toolchain that is new enough', async () => {
    const { folder, scripted } = setUp();
    scripted('echo "cargo 1.87.9"');
    expect(await stackState('rust')).toMatchObject({
      toolchain: { command: 'cargo', version: '1.87.9' },
      reason: `Rust services need Rust ${toolchains.rust.atLeast} or later, and this machine has 1.87.9.`,
    });
    await expect(buildStack('rust', () => undefined)).rejects.toThrow('this machine has 1.87.9');
    process.env.PATH = folder;
    expect(await stackState('rust')).toMatchObject({
      toolchain: null,
      reason: expect.stringMatching(
        /`cargo --version` does not run\. Install Rust .* or later \(rustup\.rs\), then run/,
      ),
    });
  });
});

describe('builds that a window wants', () => {
  const begin = () => {
    const occupied: string[] = [];
    let current: object | null = null;
    const runs = {
      get current() {
        return current;
      },
      occupy: (_end: () => Promise<void>, name: string) => {
        occupied.push(name);
        return () => occupied.push('released');
      },
    };
    const builds = new StackBuilds(runs as unknown as RunManager);
    onTestFinished(() => builds.close());
    const ended = async () => {
      for await (const { build } of builds.watch()) {
        if (build && build.state !== 'building') return build;
      }
      throw new Error('no end');
    };
    return {
      builds,
      occupied,
      ended,
      measure: () => {
        current = {};
      },
    };
  };

  it('are made one after the other, while no run can start', async () => {
    const { finish } = setUp();
    finish();
    const { builds, occupied, ended } = begin();
    const begun = builds.start(['rust', 'rust']);
    expect(begun).toMatchObject({
      stacks: ['rust'],
      done: 0,
      state: 'building',
      lines: [],
      error: null,
    } satisfies Partial<StackBuild>);
    expect(await ended()).toMatchObject({ stacks: ['rust'], done: 1, state: 'done', lines: [] });
    expect(occupied).toEqual(['A build of stacks', 'released']);
  });

  it('may fail, and may be stopped', async () => {
    const { breaks } = setUp();
    breaks();
    const failed = begin();
    failed.builds.start(['rust']);
    expect(await failed.ended()).toMatchObject({
      ...{ state: 'failed', done: 0, error: { code: 'STACK_BUILD_FAILED' } },
      lines: expect.arrayContaining(['Compiling wirebench', 'error: no such crate']),
    });
    const stopped = begin();
    stopped.builds.start(['rust']);
    stopped.builds.stop();
    expect(await stopped.ended()).toMatchObject({ state: 'stopped', error: null });
  });

  it('are listed as last known during a run', async () => {
    const { stamp } = setUp();
    const { builds, measure } = begin();
    const built = async () => (await builds.list()).find(({ stack }) => stack === 'rust')?.built;
    expect(await built()).toBe('no');
    stamp('others');
    expect(await built()).toBe('stale');
    measure();
    stamp(await sourcesHash('rust'));
    expect(await built()).toBe('stale');
  });
});
