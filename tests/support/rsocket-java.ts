import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./rsocket-java', import.meta.url));
/** Classes and class path, built on first use. */
const folder = fileURLToPath(new URL('../../.cache/rsocket-java', import.meta.url));

const runs = (command: string, args: readonly string[], timeout: number): boolean =>
  spawnSync(command, args, { cwd: folder, timeout, stdio: 'ignore' }).status === 0;

/**
 * Provides a Java program with RSocket for Java; Maven fetches the library on first use.
 * @returns why it is unavailable, or null.
 */
export function prepareJavaPeer(): string | null {
  mkdirSync(folder, { recursive: true });
  for (const [command, flag] of [
    ['java', '-version'],
    ['javac', '-version'],
    ['mvn', '-version'],
  ] as const) {
    if (!runs(command, [flag], 20_000)) return `there is no ${command}`;
  }
  if (isUpToDate()) return null;
  cpSync(source, folder, { recursive: true });
  const maven = ['-q', '-B', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'];
  // Without a network, from the earlier download.
  if (!runs('mvn', ['-o', ...maven], 60_000) && !runs('mvn', maven, 180_000)) {
    return 'Maven cannot fetch io.rsocket:rsocket-core';
  }
  const compile = ['-cp', libraries(), '-d', 'classes', 'Peer.java'];
  return runs('javac', compile, 60_000) ? null : 'javac cannot compile Peer.java';
}

/** Whether the program was built from these sources, and its libraries still exist. */
function isUpToDate(): boolean {
  const made = existsSync(join(folder, 'classes', 'Peer.class'));
  const same = (name: string) =>
    existsSync(join(folder, name)) &&
    readFileSync(join(folder, name)).equals(readFileSync(join(source, name)));
  return (
    made && ['pom.xml', 'Peer.java'].every(same) && libraries().split(delimiter).every(existsSync)
  );
}

function libraries(): string {
  return readFileSync(join(folder, 'classpath.txt'), 'utf8').trim();
}

function run(args: readonly string[]): ChildProcessWithoutNullStreams {
  const path = [join(folder, 'classes'), libraries()].join(delimiter);
  const child = spawn('java', ['-XX:TieredStopAtLevel=1', '-cp', path, 'Peer', ...args]);
  child.stderr.resume();
  child.stdin.on('error', () => undefined);
  return child;
}

/** Ends a program by closing its input. */
async function end(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin.end();
  await exited;
}

/** A server on RSocket for Java; see `Peer.java` for its routes. */
export interface JavaServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** @param mtu longest frame that it sends; 0 leaves messages whole. */
export async function startJavaServer(mtu: number): Promise<JavaServer> {
  const child = run(['server', String(mtu)]);
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The Java server ended before it listened')));
    lines.on('line', (line) => {
      if (line.startsWith('port ')) resolve(Number(line.slice(5)));
    });
  });
  return { port, stop: () => end(child) };
}

/** Answers that a client received. */
export interface JavaAnswer {
  readonly payloads: readonly string[];
  /** `complete`, or the error as `error CODE TEXT`. */
  readonly end: string;
}

/** A client on RSocket for Java, with one connection. */
export class JavaClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  /** @param mtu longest frame that it sends; 0 leaves messages whole. */
  constructor(port: number, mtu: number) {
    this.#child = run(['client', String(port), String(mtu)]);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  response(route: string, data: string): Promise<JavaAnswer> {
    return this.#ask(`response ${route} ${encoded(data)}`);
  }

  /** @param count how many payloads to take before it cancels; 0 for all. */
  stream(route: string, count: number, data: string): Promise<JavaAnswer> {
    return this.#ask(`stream ${route} ${count} ${encoded(data)}`);
  }

  stop(): Promise<void> {
    return end(this.#child);
  }

  async #ask(line: string): Promise<JavaAnswer> {
    this.#child.stdin.write(`${line}\n`);
    const payloads: string[] = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error('The Java client ended before it was answered');
      if (!value.startsWith('payload ')) return { payloads, end: value };
      payloads.push(Buffer.from(value.slice('payload '.length), 'base64').toString());
    }
  }
}

const encoded = (text: string) => Buffer.from(text).toString('base64');
