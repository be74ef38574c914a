import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containerSeconds,
  networkBytes,
  openSockets,
  residentBytes,
  seenProcess,
  singleFigure,
  usedMemory,
} from './proc-metrics.ts';

const dev = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 5000 10 0 0 0 0 0 0 5000 10 0 0 0 0 0 0
  eth0:1000 2 0 0 0 0 0 0 300 1 0 0 0 0 0 0
 wlan0: 20 2 0 0 0 0 0 0 7 1 0 0 0 0 0 0
`;

describe('metrics of Linux', () => {
  it('are read from its files', () => {
    expect(usedMemory('MemTotal:  1000 kB\nMemFree: 1 kB\nMemAvailable:   400 kB\n')).toBe(614_400);
    expect(networkBytes(dev)).toEqual({ received: 1020, sent: 307 });
    expect(openSockets('sockets: used 12\nTCP: inuse 1\n')).toBe(12);
    expect(residentBytes('Name: x\nVmRSS:\t   20 kB\n')).toBe(20_480);
    expect(containerSeconds('usage_usec 2500000\nuser_usec 1\n')).toBe(2.5);
    expect(containerSeconds('1500000000\n')).toBe(1.5);
    expect(singleFigure('4096\n')).toBe(4096);
    // No limit.
    expect(singleFigure('max\n')).toBeNull();
  });

  it('handle a process whose name looks like the remainder of the line', () => {
    const rest = `5 42 42 0 -1 4194304 1 2 3 4 70 30 9 9 20 0 3 0 777 100 5 ${'0 '.repeat(10)}`;
    const seen = { pid: 42, parent: 5, name: 'a) S 1 (x)', ticks: 100, startedAt: '777' };
    expect(seenProcess(`42 (a) S 1 (x)) S ${rest}\n`)).toEqual(seen);
    expect(seenProcess(`42 (a) Z ${rest}`)).toBeNull();
  });

  it('are null or numbers, whatever the text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'eth0:',
        'lo:',
        'bytes',
        'MemTotal:',
        ' kB',
        '\n',
        'usage_usec ',
        'sockets: used ',
      ),
      fc.integer().map(String),
      fc.bigInt().map(String),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom('', ' '), (pieces, between) => {
        const text = pieces.join(between);
        const process = seenProcess(text);
        const network = networkBytes(text);
        const figures = [
          ...[usedMemory, openSockets, residentBytes, containerSeconds, singleFigure].map((read) =>
            read(text),
          ),
          ...[process?.ticks ?? null, network?.received ?? null, network?.sent ?? null],
        ];
        for (const figure of figures) {
          expect(figure === null || (Number.isFinite(figure) && figure >= 0)).toBe(true);
        }
      }),
    );
  });
});
