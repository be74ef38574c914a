import { type IpcMainEvent, ipcMain } from 'electron';
import type { z } from 'zod';
import { type Channel, isTrusted, reply } from './trusted-calls.ts';

/**
 * Answers calls on a channel, after checking the sender and parsing the arguments.
 * @param respond gets the parsed arguments; its errors reach the page as messages.
 */
export function answer<Input extends z.ZodType<unknown[]>>(
  channel: Channel<Input>,
  respond: (...args: z.output<Input>) => unknown,
): void {
  ipcMain.handle(channel.name, (event, ...args) => reply(channel, respond, event, args));
}

/** Listens to a message without payload; untrusted senders are ignored. */
export function hear(channel: string, act: (event: IpcMainEvent) => void): void {
  ipcMain.on(channel, (event, ...args) => {
    if (isTrusted(event) && args.length === 0) act(event);
  });
}
