import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../../engine/platform/version.ts';
import { missingNetworks, Network } from '../../support/namespaces.ts';

const missing = missingNetworks();
const counts = z.object({ met: z.number(), accepted: z.number() });

/** Connects to one of the few ephemeral ports of this system, often enough that some connections meet themselves. */
const probe = `
  import { writeFileSync } from 'node:fs';
  import { connect } from 'node:net';
  import { accepts } from ${JSON.stringify(join(packageRoot(), 'services/servers/readiness.ts'))};
  writeFileSync('/proc/sys/net/ipv4/ip_local_port_range', '40000 40003');
  const place = { host: '127.0.0.1', port: 40000 };
  const connects = () => new Promise((resolve) => {
    const socket = connect(place);
    socket.on('error', () => resolve(false));
    socket.on('connect', () => { socket.resetAndDestroy(); resolve(true); });
  });
  const found = { met: 0, accepted: 0 };
  for (let asked = 0; asked < 100; asked += 1) if (await connects()) found.met += 1;
  for (let asked = 0; asked < 100; asked += 1) if (await accepts(place)) found.accepted += 1;
  process.stdout.write(JSON.stringify(found));
`;

describe.skipIf(missing !== null)(
  `a question whether a server is ready${missing ? `: ${missing}` : ''}`,
  () => {
    it('is not answered by itself, where it comes from the port that it asks', () => {
      const network = new Network(1);
      onTestFinished(() => network.remove());
      const [nsenter = '', ...words] = network.machines.flatMap(({ before }) => before);
      const asked = [process.execPath, '--input-type=module', '--eval', probe];
      const output = execFileSync(nsenter, [...words, ...asked], { encoding: 'utf8' });
      const { met, accepted } = counts.parse(JSON.parse(output));
      expect(met).toBeGreaterThan(0);
      expect(accepted).toBe(0);
    });
  },
);
