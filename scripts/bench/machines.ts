import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../engine/platform/version.ts';
import { missingNetworks } from '../../tests/support/namespaces.ts';
import { type MachinesFigures, measureMachines } from './machines/measure.ts';
import { describeMachine } from './report.ts';
import { fixed, markdownTable, replaceSection } from './support/markdown.ts';

/**
 * `npm run bench:machines -- [--agents 10,100] [--workers 1] [--rate 1000] [--write]`: the cost of agents for their
 * controller and themselves. They are simulated: each has its own connection and speaks like a real agent, but its load
 * workers only report.
 */
const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '10,100' },
    workers: { type: 'string', default: '1' },
    rate: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: false },
  },
});

const head = [
  'agents',
  'load workers each',
  'time to join, s',
  'time to start, s',
  'clock error, ms',
  'agent, idle',
  'agent, loading',
  'controller, idle',
  'controller, loading',
  'nats-server, loading',
  'from agents, kB/s',
  'to agents, kB/s',
  'total',
];

/** Share of one core, in percent. */
const cores = (share: number, digits: number) => `${fixed(share * 100, digits)} %`;

const cells = ({ idle, loading, ...one }: MachinesFigures) => [
  String(one.agents),
  String(one.workers),
  fixed(one.joinMs / 1000, 1),
  fixed(one.startMs / 1000, 1),
  fixed(one.clockErrorMs, 2),
  cores(idle.agentCores, 2),
  cores(loading.agentCores, 2),
  cores(idle.controllerCores, 0),
  cores(loading.controllerCores, 0),
  cores(loading.serverCores, 0),
  fixed(loading.bytesFromAgents / 1000, 0),
  fixed(loading.bytesToAgents / 1000, 0),
  one.isWhole ? 'yes' : '**no**',
];

const missing = missingNetworks();
if (missing !== null) throw new Error(missing);
const figures: MachinesFigures[] = [];
for (const agents of values.agents.split(',').map(Number)) {
  const one = await measureMachines({
    ...{ agents, workers: Number(values.workers), rate: Number(values.rate) },
    ...{ idleSeconds: 10, loadSeconds: 24 },
  });
  figures.push(one);
  process.stdout.write(`${JSON.stringify(one)}\n`);
}
const text = `${describeMachine(new Date())}\n\n${markdownTable(head, figures.map(cells))}`;
process.stdout.write(`\n${text}\n`);
if (values.write) {
  const page = join(packageRoot(), 'docs', 'scaling.md');
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), 'machines', text));
}
