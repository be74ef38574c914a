import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Limits on the number of connections of this process. */
export interface ConnectionLimits {
  /** Open files and sockets of one process; `Number.MAX_SAFE_INTEGER` for no limit. */
  readonly descriptors: number;
  /** Local ports available for outgoing connections to one address. */
  readonly ports: number;
}

const unlimited = Number.MAX_SAFE_INTEGER;
/** Descriptors that the program needs besides its connections: files, database, pipes, libraries. */
const reservedDescriptors = 200;
/** Linux default: 32768 to 60999. */
const defaultPorts = 28_232;
/** IANA's range 49152 to 65535, used by macOS and Windows. */
const ianaPorts = 16_384;

function toLimit(text: string): number | undefined {
  if (text === 'unlimited') return unlimited;
  return /^\d+$/.test(text) ? Math.min(Number(text), unlimited) : undefined;
}

/** Reads the soft limit of open files from Linux' `/proc/self/limits`. */
export function parseDescriptorLimit(text: string): number | undefined {
  const match = /^Max open files\s+(\S+)/m.exec(text);
  return match?.[1] === undefined ? undefined : toLimit(match[1]);
}

/** Counts the ports of Linux' `ip_local_port_range`, as in `32768	60999`. */
export function parsePortRange(text: string): number | undefined {
  const match = /^\s*(\d{1,5})\s+(\d{1,5})\s*$/.exec(text);
  if (!match) return undefined;
  const [first, last] = [Number(match[1]), Number(match[2])];
  return last >= first && last <= 65_535 ? last - first + 1 : undefined;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Asks a shell, which inherits the limit of this process. */
function shellDescriptorLimit(): number | undefined {
  try {
    return toLimit(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim());
  } catch {
    return undefined;
  }
}

/** The current soft limit: Node raises it to the hard limit when it starts. */
function descriptorLimit(): number {
  if (process.platform === 'win32') return unlimited;
  return parseDescriptorLimit(readIfThere('/proc/self/limits')) ?? shellDescriptorLimit() ?? 1024;
}

function portLimit(): number {
  if (process.platform !== 'linux') return ianaPorts;
  return parsePortRange(readIfThere('/proc/sys/net/ipv4/ip_local_port_range')) ?? defaultPorts;
}

/** Reads from the operating system what limits the number of connections. */
export function connectionLimits(): ConnectionLimits {
  return { descriptors: descriptorLimit(), ports: portLimit() };
}

/**
 * How many users, each with its own connection to one address, fit into the limits.
 * @param workersOverhead descriptors that the worker threads need for themselves.
 */
export function maxUsers(limits: ConnectionLimits, workersOverhead: number): number {
  const sockets = limits.descriptors - reservedDescriptors - workersOverhead;
  return Math.max(0, Math.min(sockets, limits.ports));
}
