import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./grpc-core-server.py', import.meta.url));
const packages = fileURLToPath(new URL('../../.cache/grpcio', import.meta.url));
/** A wheel for every common platform, so that nothing is compiled. */
const wanted = 'grpcio==1.78.0';

function python(args: readonly string[], timeout: number): boolean {
  const env = { ...process.env, PYTHONPATH: packages };
  return spawnSync('python3', args, { env, timeout, stdio: 'ignore' }).status === 0;
}

/**
 * Provides a Python with gRPC's C core; fetches the package on first use.
 * @returns why it is unavailable, or null.
 */
export function prepareGrpcCore(): string | null {
  if (!python(['--version'], 10_000)) return 'there is no python3';
  if (python(['-c', 'import grpc'], 30_000)) return null;
  mkdirSync(packages, { recursive: true });
  const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--only-binary', ':all:'];
  python([...install, '--target', packages, wanted], 120_000);
  return python(['-c', 'import grpc'], 30_000)
    ? null
    : `python3 has no ${wanted}, nor gets it by pip`;
}

/** A server on gRPC's C core; see `grpc-core-server.py`. */
export interface GrpcCoreServer {
  readonly port: number;
  /** Number of calls that have reported that they wait. */
  readonly held: () => number;
  /** Releases the waiting calls. */
  release(): void;
  /** Shuts down gracefully: calls in flight may finish. */
  shutDown(): void;
  kill(): Promise<void>;
}

export interface GrpcCoreOptions {
  /** PEM texts; plain text without them. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The implemented methods; default both. */
  readonly methods?: readonly ('Echo' | 'Modify')[];
}

export async function startGrpcCore({
  tls,
  methods = ['Echo', 'Modify'],
}: GrpcCoreOptions = {}): Promise<GrpcCoreServer> {
  const child = spawn('python3', [script], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stdin.on('error', () => undefined);
  const writeLine = (line: string) => child.stdin.write(`${line}\n`);
  writeLine(JSON.stringify({ cert: tls?.cert ?? null, key: tls?.key ?? null, methods }));
  let held = 0;
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The Python server ended before it listened')));
    linesOf(child, (line) => {
      if (line.startsWith('port ')) resolve(Number(line.slice(5)));
      if (line === 'held') held++;
    });
  });
  return {
    port,
    held: () => held,
    release: () => writeLine('release'),
    shutDown: () => writeLine('stop'),
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

function linesOf(child: ChildProcess, take: (line: string) => void): void {
  if (child.stdout) createInterface({ input: child.stdout }).on('line', take);
}
