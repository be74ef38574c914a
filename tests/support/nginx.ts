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
  /** Whether its connection resumed a TLS session. */
  readonly resumed: boolean;
}

/** A real nginx. */
export interface Nginx {
  readonly port: number;
  /** Ends it after all answers are sent. @returns the requests that it answered. */
  stop(): Promise<readonly LoggedRequest[]>;
}

export interface NginxOptions {
  /** A fresh folder for its configuration, log and files. */
  readonly folder: string;
  /** PEM texts and the allowed protocols; plain text without them. */
  readonly tls?: {
    readonly cert: string;
    readonly key: string;
    readonly protocol: 'TLSv1.2' | 'TLSv1.3';
  };
}

/**
 * Starts nginx with a different way of answering below each path: `/length`, `/chunked`, `/missing` (404),
 * `/big` and `/ten` (closes a connection after ten requests).
 */
export async function startNginx({ folder, tls }: NginxOptions): Promise<Nginx> {
  const port = await freePort();
  mkdirSync(join(folder, 'big', 'products'), { recursive: true });
  writeFileSync(join(folder, 'big', 'products', 'echo'), Buffer.alloc(bigLength, 'x'));
  if (tls) {
    writeFileSync(join(folder, 'cert.pem'), tls.cert);
    writeFileSync(join(folder, 'key.pem'), tls.key);
  }
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, tls?.protocol));
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

function configuration(folder: string, port: number, protocol: string | undefined): string {
  const secure = protocol
    ? `ssl_certificate cert.pem; ssl_certificate_key key.pem; ssl_protocols ${protocol};`
    : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 200; }
http {
  log_format requests '$connection $status $ssl_session_reused';
  access_log ${folder}/requests.log requests;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  keepalive_requests 1000000;
  default_type application/json;
  server {
    listen 127.0.0.1:${port}${protocol ? ' ssl' : ''};
    root ${folder};
    ${secure}
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
    const [connection = '', status = '', reused] = line.split(' ');
    return { connection: Number(connection), status: Number(status), resumed: reused === 'r' };
  });
}
