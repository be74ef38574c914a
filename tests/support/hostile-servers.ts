import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen } from './loopback.ts';

/** A TCP server that calls `behave` with each connection. @returns its port. */
export async function listenBadly(behave: (socket: Socket) => void): Promise<number> {
  const { port, close } = await listen(behave);
  onTestFinished(close);
  return port;
}

/** Writes one piece again and again, slowly. */
export function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on('close', () => clearInterval(timer));
}
