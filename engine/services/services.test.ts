import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { keptLogLines, type ServiceLogLine } from '../../contracts/services.ts';
import { protocols, workloadNames } from '../../contracts/words.ts';
import { workloads } from '../../workloads/registry.ts';
import { examplesOf } from './examples/examples.ts';
import { Feed } from './feed.ts';
import { ServiceLog } from './service-log.ts';
import { pointBetween } from './service-point.ts';

describe('a log', () => {
  const logged = () => {
    const lines: ServiceLogLine[] = [];
    return { lines, log: new ServiceLog((line) => lines.push(line)) };
  };

  it('keeps its last lines, and counts all', () => {
    const { log, lines } = logged();
    for (let index = 0; index < keptLogLines + 10; index++) log.add('client', `wrong ${index}`);
    expect(log.lines).toHaveLength(keptLogLines);
    expect(log.lines[0]).toMatchObject({ index: 10, text: 'wrong 10' });
    expect(lines).toHaveLength(keptLogLines + 10);
  });

  it('joins chunks of output to lines, without colours, of bounded length', () => {
    const { log } = logged();
    log.addOutput('\u001b[31mone\u001b[0m\ntw');
    log.addOutput(`o\n\n${'x'.repeat(9000)}`);
    log.addOutput('rest');
    log.flush();
    const texts = log.lines.map(({ text }) => text.slice(0, 8));
    expect(texts).toEqual(['one', 'two', 'xxxxxxxx', 'rest']);
    expect(log.lines.every(({ text }) => text.length <= 1000)).toBe(true);
  });
});

describe('the metrics of a second', () => {
  const same = { rssBytes: 1, heapBytes: 2, eventLoopUtilization: 0.5 };
  const health = (requests: number, cpuSeconds: number) => ({ requests, cpuSeconds, ...same });

  it('are rates over the time between two readings', () => {
    const before = { at: 1000, health: health(100, 1) };
    const rates = { requests: 500, requestsPerSecond: 200, cpuCores: 0.5 };
    const point = pointBetween(before, { at: 3000, health: health(500, 2) });
    expect(point).toEqual({ at: 3000, ...rates, ...same });
  });

  it('are null without time between them', () => {
    const reading = { at: 1000, health: health(1, 1) };
    expect(pointBetween(null, reading)).toBeNull();
    expect(pointBetween(reading, reading)).toBeNull();
  });
});

describe('a feed', () => {
  it('begins with a snapshot and ends when it is closed', async () => {
    const feed = new Feed<string>(() => 'snapshot');
    const seen: string[] = [];
    const watching = (async () => {
      for await (const event of feed.watch()) {
        seen.push(event);
        if (seen.length === 1) feed.publish('one');
        else feed.close();
      }
    })();
    await watching;
    expect(seen).toEqual(['snapshot', 'one']);
  });

  it('sends a slow watcher a new snapshot', async () => {
    const feed = new Feed<number>(() => -1);
    const watch = feed.watch();
    await watch.next();
    const next = watch.next();
    for (let index = 0; index < 2500; index++) feed.publish(index);
    const seen = [(await next).value];
    for (let index = 0; index < 499; index++) seen.push((await watch.next()).value);
    expect(seen).toContain(-1);
    expect(seen).toContain(2499);
    await watch.return(undefined);
  });
});

describe('calls to paste', () => {
  const names = workloadNames.filter((name) => workloads[name]);
  const cases = protocols.flatMap((protocol) =>
    names.map((workload) => [protocol, workload] as const),
  );

  it.each(cases)('of %s with %s are one command each for a shell', (protocol, workload) => {
    const authority = "/home/o'neil files/ca.pem";
    for (const tls of ['off', 'on', 'mtls'] as const) {
      const service = { protocol, workload, target: 'http://127.0.0.1:81', tls };
      for (const { text } of examplesOf(service, { authority })) {
        // The shell parses the call and prints its words instead of running it.
        const stubs = `print() { printf '%s\\n' "$@" >&2; }
          curl() { print "$@"; }; grpcurl() { print "$@"; }; rsc() { print "$@"; }; protoc() { cat >/dev/null; }
          keytool() { print "$@"; }; java() { print "$@"; }`;
        const { status, stderr: words } = spawnSync('sh', ['-c', `${stubs}\n${text}`], {
          encoding: 'utf8',
        });
        expect(status).toBe(0);
        expect(words).toContain('127.0.0.1:81');
        expect(words.includes(authority)).toBe(tls !== 'off');
      }
    }
  });
});
