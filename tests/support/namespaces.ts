import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { messageOf } from '../../contracts/errors.ts';
import { endProcess, isAlive } from './processes.ts';

/** A machine of a {@link Network}: a network namespace with one cable to a switch. */
export interface NetworkMachine {
  /** Address in its namespace. */
  readonly namespace: string;
  readonly address: string;
  /** The command prefix that runs a program on that machine. */
  readonly before: readonly string[];
}

const folder = '/run/netns';
const prefix = 'wirebench';
let made = 0;

function run(program: string, ...words: readonly string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
const ip = (...words: readonly string[]) => run('ip', ...words);

/**
 * Machines on one switch, which no other network reaches: each is a network namespace, and the switch is a bridge in
 * a separate one, so that nothing is added to the network of this machine (Linux, as root).
 */
export class Network {
  readonly machines: readonly NetworkMachine[];
  readonly #switch: string;

  /** @throws Error if the system does not allow it; nothing of it is left then. */
  constructor(machines: number) {
    removeLeftNetworks();
    made += 1;
    const name = (part: string | number) => `${prefix}-${process.pid}-${made}-${part}`;
    this.#switch = name('switch');
    this.machines = Array.from({ length: machines }, (_, place) => ({
      namespace: name(place),
      // A private address of no network that this machine is connected to.
      address: `10.86.${Math.floor(place / 250)}.${(place % 250) + 1}`,
      before: ['nsenter', `--net=${folder}/${name(place)}`],
    }));
    try {
      this.#make();
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Nothing passes the cable of a machine any more, and no one is notified. */
  cut(machine: NetworkMachine): void {
    this.#port(machine, 'down');
  }

  mend(machine: NetworkMachine): void {
    this.#port(machine, 'up');
  }

  /**
   * Limits the rate at which a machine sends, by a token bucket.
   * @param burstBytes that pass immediately after a pause; at least one packet.
   */
  narrow({ namespace }: NetworkMachine, bitsPerSecond: number, burstBytes: number): void {
    const bucket = ['rate', `${bitsPerSecond}bit`, 'burst', String(burstBytes), 'limit', '1000000'];
    run('tc', '-n', namespace, 'qdisc', 'add', 'dev', 'eth0', 'root', 'tbf', ...bucket);
  }

  /** Octets that a machine has sent over its cable. */
  sentBytes({ namespace }: NetworkMachine): number {
    const shown = ip('-n', namespace, '-s', '-j', 'link', 'show', 'eth0');
    const [link] = z
      .array(z.object({ stats64: z.object({ tx: z.object({ bytes: z.number() }) }) }))
      .parse(JSON.parse(shown));
    return link?.stats64.tx.bytes ?? 0;
  }

  /** Ends the remaining processes of the machines, and removes the machines. */
  remove(): void {
    for (const name of namespaces()) {
      if (name === this.#switch || this.machines.some(({ namespace }) => namespace === name))
        removeNamespace(name);
    }
  }

  #make(): void {
    ip('netns', 'add', this.#switch);
    ip('-n', this.#switch, 'link', 'add', 'br0', 'type', 'bridge');
    ip('-n', this.#switch, 'link', 'set', 'br0', 'up');
    for (const [place, { namespace, address }] of this.machines.entries()) {
      ip('netns', 'add', namespace);
      const peer = ['type', 'veth', 'peer', 'name', `port${place}`, 'netns', this.#switch];
      ip('link', 'add', 'eth0', 'netns', namespace, ...peer);
      ip('-n', this.#switch, 'link', 'set', `port${place}`, 'master', 'br0', 'up');
      ip('-n', namespace, 'address', 'add', `${address}/16`, 'dev', 'eth0');
      for (const device of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', device, 'up');
    }
  }

  #port(machine: NetworkMachine, state: 'up' | 'down'): void {
    ip('-n', this.#switch, 'link', 'set', `port${this.machines.indexOf(machine)}`, state);
  }
}

function namespaces(): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // There has never been one.
  }
}

function removeNamespace(name: string): void {
  for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean)) endProcess(Number(pid));
  ip('netns', 'delete', name);
}

/** Networks of tests that were killed before they could remove them. */
function removeLeftNetworks(): void {
  for (const name of namespaces()) {
    const pid = new RegExp(`^${prefix}-(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) removeNamespace(name);
  }
}

/** Why tests cannot create networks on this system, or null if they can. */
export function missingNetworks(): string | null {
  if (process.platform !== 'linux') return 'there are no network namespaces but on Linux';
  if (process.getuid?.() !== 0) return 'only root makes network namespaces';
  try {
    run('nsenter', '--version');
    run('tc', '-V');
    new Network(1).remove();
    return null;
  } catch (error) {
    return `network namespaces cannot be made here: ${messageOf(error)}`;
  }
}
