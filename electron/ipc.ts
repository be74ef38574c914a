import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { z } from 'zod';
import { toErrorReport, WirebenchError } from '../contracts/errors.ts';
import { isOwnPage } from './origin.ts';
import type { ShellReply } from './reply.ts';

interface Channel<Input extends z.ZodType> {
  readonly name: string;
  readonly input: Input;
}

/** Only the top frame of a window showing our own pages may call main. */
function isTrusted(event: IpcMainInvokeEvent | IpcMainEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isOwnPage(frame.url);
}

function parse<Input extends z.ZodType>(channel: Channel<Input>, args: unknown): z.output<Input> {
  const parsed = channel.input.safeParse(args);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'arguments').join(', ');
  throw new WirebenchError('ARGUMENT_INVALID', `The message ${channel.name} is invalid: ${where}`);
}

/**
 * Answers calls on a channel, after checking the sender and parsing the arguments.
 * @param answer gets the parsed arguments; its errors reach the page as messages.
 */
export function answer<Input extends z.ZodType<unknown[]>>(
  channel: Channel<Input>,
  respond: (...args: z.output<Input>) => unknown,
): void {
  ipcMain.handle(channel.name, async (event, ...args): Promise<ShellReply> => {
    try {
      if (!isTrusted(event)) {
        throw new WirebenchError('UNAUTHORIZED', 'This page may not use the desktop shell');
      }
      return { ok: true, value: await respond(...parse(channel, args)) };
    } catch (error) {
      return { ok: false, error: toErrorReport(error) };
    }
  });
}

/** Listens to a message without payload; untrusted senders are ignored. */
export function hear(channel: string, act: (event: IpcMainEvent) => void): void {
  ipcMain.on(channel, (event, ...args) => {
    if (isTrusted(event) && args.length === 0) act(event);
  });
}
