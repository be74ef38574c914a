import { Histogram } from '../../engine/stats/histogram.ts';
import { openLoad } from '../../tests/support/loads.ts';
import { removeTestIdentities, startService } from '../../tests/support/service.ts';
import { assignment, startWorker } from '../../tests/support/worker.ts';

/**
 * `npm run bench:arrivals`: how late a worker sends arrivals of open load, and how busy it is while
 * it waits for the next. Targets: a median of 0.3 ms, and busy for less than half of the time.
 */
const rounds = 10;
const load = openLoad({ rate: 300, warmUp: 50, duration: 1000 });

const service = await startService({ protocol: 'rest' });
const worker = startWorker();
try {
  for (let round = 1; round <= rounds; round++) {
    const { ticks } = await worker.run(assignment(service, { load, requests: null }));
    const measured = ticks.filter(({ phase }) => phase === 'measured');
    const lag = new Histogram();
    for (const tick of measured) lag.addData(tick.lag ?? lag.toData());
    const busy = Math.max(...measured.map(({ health }) => health.eventLoopUtilization));
    const late = [50, 99].map((percent) => (lag.percentile(percent) / 1000).toFixed(2));
    process.stdout.write(
      `${round}: late by ${late[0]} ms (median), ${late[1]} ms (p99); busy ${(busy * 100).toFixed(0)} %\n`,
    );
  }
} finally {
  await worker.end();
  await service.stop();
  await removeTestIdentities();
}
