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

  it('tells that a process has ended, though its parent has not heard of it', () => {
    expect(parseStat(line('node', 'Z'))).toBeNull();
  });

  it('may be anything', () => {
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

describe.runIf(process.platform === 'linux')('the CPU of a server', () => {
  it('is counted once where a process and its parent end together', async () => {
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
