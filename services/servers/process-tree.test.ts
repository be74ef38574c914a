import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProcessTree, parseStat } from './process-tree.ts';

const line = (name: string, state = 'S') =>
  `4711 (${name}) ${state} 17 4711 4700 0 -1 4194304 1 2 3 4 150 50 30 20 20 0 7 0 88443 1000 20`;

describe('a line of /proc/PID/stat', () => {
  it.each(['node', 'tmux: server', 'a) R 1 (b', '(', ''])(
    'is read, whatever the name: %s',
    (name) => {
      expect(parseStat(line(name))).toEqual({
        pid: 4711,
        parent: 17,
        session: 4700,
        ownTicks: 200,
        childTicks: 50,
        startedAt: '88443',
      });
    },
  );

  it('reports that a process has ended, even if its parent has not waited for it', () => {
    expect(parseStat(line('node', 'Z'))).toBeNull();
  });

  it('may be arbitrary text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseStat(text);
        parseStat(line(text));
      }),
    );
  });
});

/** A shell that starts a shell, which starts one that works; a line ends those two, and another the first. */
const family = `sh -c "sh -c 'i=0; while [ \\$i -lt 200000 ]; do i=\\$((i+1)); done; echo worked; read x'; :"; echo ended; read y`;

/** Starts two copies of itself, allocates memory, uses 1 s of CPU for every line, and prints its CPU time in µs. */
const worker = `
const { spawn } = require('node:child_process');
const held = Buffer.alloc(40e6, 1);
const deep = process.argv[1] === 'child';
const children = deep ? [] : [1, 2].map(() => spawn(process.execPath, ['-e', process.env.WORKER, 'child'], { stdio: ['pipe', 'pipe', 'inherit'] }));
const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
const reported = (child) => new Promise((report) => child.stdout.once('data', (text) => report(Number(text))));
const report = (own, others) => console.log(own + others.reduce((sum, one) => sum + one, 0));
const work = async () => {
  const others = children.map((child) => { child.stdin.write('go\\n'); return reported(child); });
  const start = used();
  while (used() - start < 1_000_000) for (let i = 0; i < 1e5; i++) held[i] ^= i;
  report(used(), await Promise.all(others));
};
process.stdin.on('data', work).on('end', () => process.exit());
Promise.all(children.map(reported)).then((others) => report(used(), others));
`;

describe.runIf(process.platform === 'linux')('the CPU of a server', () => {
  it('and its memory match those reported by its processes and the kernel, within 3 %', async () => {
    const child = spawn(process.execPath, ['-e', worker], {
      detached: true,
      env: { ...process.env, WORKER: worker },
    });
    const { pid = 0 } = child;
    const tree = new ProcessTree(pid, { ownsSession: true });
    const line = async () => Number(String((await once(child.stdout, 'data'))[0]));
    try {
      const before = await line();
      tree.begin();
      child.stdin.write('go\n');
      const wanted = ((await line()) - before) / 1e6;
      const { cpuSeconds = 0, rssBytes = 0 } = tree.measure() ?? {};
      expect(wanted).toBeGreaterThan(2);
      expect(Math.abs(cpuSeconds / wanted - 1)).toBeLessThan(0.03);
      const pids = tree.pids();
      expect(pids).toHaveLength(3);
      const residentKilobytes = pids.reduce((sum, one) => {
        const text = readFileSync(`/proc/${one}/smaps_rollup`, 'latin1');
        return sum + Number(/^Rss:\s*(\d+)/m.exec(text)?.[1]);
      }, 0);
      expect(Math.abs(rssBytes / 1024 / residentKilobytes - 1)).toBeLessThan(0.03);
    } finally {
      process.kill(-pid, 'SIGKILL');
    }
  });

  it('is counted once if a process and its parent end together', async () => {
    const child = spawn('sh', ['-c', family], { detached: true });
    const { pid = 0 } = child;
    const tree = new ProcessTree(pid, { ownsSession: true });
    const cpuSeconds = () => tree.measure()?.cpuSeconds ?? Number.NaN;
    try {
      expect(String(await once(child.stdout, 'data'))).toBe('worked\n');
      const before = cpuSeconds();
      child.stdin.write('\n');
      expect(String(await once(child.stdout, 'data'))).toBe('ended\n');
      const after = cpuSeconds();
      const root = parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
      expect(after).toBeGreaterThanOrEqual(before);
      expect(after).toBeLessThanOrEqual(((root?.ownTicks ?? 0) + (root?.childTicks ?? 0)) / 100);
    } finally {
      process.kill(-pid, 'SIGKILL');
    }
  });
});
