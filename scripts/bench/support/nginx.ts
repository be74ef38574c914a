import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledAddress, serviceTls } from '../../../engine/run/address.ts';
import { onCores } from './cores.ts';
import { findTool } from './find-tool.ts';
import { smallProduct } from './product.ts';
import type { BenchTarget } from './target.ts';

/** Sufficient for any round on a busy machine. */
const startTimeoutMs = 10_000;

interface NginxOptions {
  readonly cores: readonly number[];
  readonly tls: boolean;
  /** Holds the certificates. */
  readonly home: string;
}

/** One process that answers every POST with the small product in JSON, and never closes a connection. */
function configuration(folder: string, port: number, tls: boolean): string {
  const secure = tls
    ? `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem; ssl_protocols TLSv1.2 TLSv1.3;`
    : '';
  return `
daemon off; master_process off; worker_processes 1;
pid ${folder}/nginx.pid; error_log stderr error; worker_rlimit_nofile 65536;
events { worker_connections 20000; }
http {
  access_log off; keepalive_requests 1000000000; keepalive_timeout 1h;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port} ${tls ? 'ssl ' : ''}backlog=8192; ${secure}
    location / { default_type application/json; return 200 '${smallProduct.json}'; }
  }
}
`;
}

/** Starts nginx as the null service for REST. @throws Error when it is not installed or does not start. */
export async function startNginx(options: NginxOptions): Promise<BenchTarget> {
  const nginx = findTool('nginx');
  if (!nginx) throw new Error('nginx is not installed; it is the null service for HTTP/1.1.');
  const folder = await mkdtemp(join(tmpdir(), 'wirebench-nginx-'));
  const port = await freePort();
  const level = options.tls ? 'on' : 'off';
  const tls = await serviceTls(level, options.home);
  if (tls) {
    await writeFile(join(folder, 'cert.pem'), tls.cert);
    await writeFile(join(folder, 'key.pem'), tls.key, { mode: 0o600 });
  }
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, options.tls));
  const [command = '', ...args] = onCores(options.cores, [nginx, '-p', folder, '-c', 'nginx.conf']);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await listening(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  const address = await bundledAddress({ host: '127.0.0.1', port }, level, options.home);
  return { protocol: 'rest', address, pid: child.pid ?? 0, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const deadline = performance.now() + startTimeoutMs;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`nginx did not start: ${said.trim() || 'it does not listen'}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
