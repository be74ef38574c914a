import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from './free-port.ts';

/** Why nginx is unavailable, or null. */
export const missingNginx: string | null =
  spawnSync('nginx', ['-v']).status === 0 ? null : 'nginx is not installed';

/** The default body of answers. */
export const nginxAnswer = '{"id":"0","name":"Coffee","description":"dark"}';
/** Octets of the answer below `/big`. */
export const bigLength = 2_000_000;

/** One request as nginx logged it. */
export interface LoggedRequest {
  readonly connection: number;
  readonly status: number;
}

/** A real nginx. */
export interface Nginx {
  readonly port: number;
  /** Ends it after all answers are sent. @returns the requests that it answered. */
  stop(): Promise<readonly LoggedRequest[]>;
}

/**
 * Starts nginx with a different way of answering below each path: `/length`, `/chunked`, `/missing` (404),
 * `/big` and `/ten` (closes a connection after ten requests).
 * @param folder a fresh one, for its configuration, log and files.
 */
export async function startNginx(folder: string): Promise<Nginx> {
  const port = await freePort();
  mkdirSync(join(folder, 'big', 'products'), { recursive: true });
  writeFileSync(join(folder, 'big', 'products', 'echo'), Buffer.alloc(bigLength, 'x'));
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port));
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  await expect.poll(() => listens(child, port)).toBe(true);
  return {
    port,
    stop: async () => {
      child.kill('SIGQUIT');
      await exited;
      return readLog(join(folder, 'requests.log'));
    },
  };
}

function configuration(folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 200; }
http {
  log_format requests '$connection $status';
  access_log ${folder}/requests.log requests;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  keepalive_requests 1000000;
  default_type application/json;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location /length/ { return 200 '${nginxAnswer}'; }
    # Server-side includes may change the length, so nginx sends chunks.
    location /chunked/ { ssi on; ssi_types application/json; return 200 '${nginxAnswer}'; }
    location /ten/ { keepalive_requests 10; return 200 '${nginxAnswer}'; }
    location /big/ { error_page 405 =200 $uri; }
  }
}
`;
}

async function listens(child: ChildProcess, port: number): Promise<boolean> {
  if (child.exitCode !== null) throw new Error('nginx ended before it listened');
  const socket = net.connect(port, '127.0.0.1');
  return await new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).then((answer) => {
    socket.destroy();
    return answer === true;
  });
}

function readLog(path: string): LoggedRequest[] {
  const lines = readFileSync(path, 'latin1').trim().split('\n');
  return lines.map((line) => {
    const [connection = 0, status = 0] = line.split(' ').map(Number);
    return { connection, status };
  });
}
