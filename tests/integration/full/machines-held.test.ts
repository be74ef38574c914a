import { existsSync } from 'node:fs';
import { join as pathOf } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Machines } from '../../../engine/machines/machines.ts';
import { openOwnHub } from '../../../engine/machines/own-hub.ts';
import { freePort } from '../../support/free-port.ts';
import { withoutNats } from '../../support/machines.ts';
import { join } from '../../support/noting-agent.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { poll } = expect;
const lease = 'abcdef0123456789';

describe.skipIf(withoutNats !== null)(
  `a machine whose controller dies before it was heard${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('is free as soon as the next controller comes, and what it measured is fetched', async () => {
      const own = { home: temporaryFolder(), host: '127.0.0.1', port: await freePort() };
      const open = () => Machines.open((listener) => openOwnHub(own, listener));
      const first = await open();
      await join(`${own.host}:${own.port}`, first.token, 'north');
      await poll(() => first.present.length).toBe(1);
      const id = first.present[0]?.id ?? '';
      const nothing = () => undefined;
      first.listen(lease, { report: nothing, lost: nothing, notice: nothing });
      await first.ask(id, { type: 'lease', lease, controller: first.name });
      const stint = { stint: 0, offsetMs: 0, workers: 1, machines: [{ id, workers: [0] }] };
      first.keepLease({ lease, trial: 'interrupted', stints: [stint] });
      await poll(() => existsSync(pathOf(own.home, 'machines', 'lease.json'))).toBe(true);
      await first.close();

      const next = await open();
      onTestFinished(() => next.close());
      const fetched: string[] = [];
      const fetching = next.fetchLeftBehind(new AbortController().signal, {
        add: (trial) => fetched.push(trial),
        failed: (trial) => fetched.push(`not ${trial}`),
      });
      await poll(() => next.present.map(({ beat }) => beat.lease)).toEqual([null]);
      await fetching;
      expect(fetched).toEqual(['interrupted']);
    });
  },
);
