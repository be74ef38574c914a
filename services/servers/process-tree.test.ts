import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStat } from './process-tree.ts';

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
