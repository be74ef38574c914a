import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import { toErrorReport, WirebenchError } from '../contracts/errors.ts';
import { isOwnPage } from './origin.ts';
import type { ShellReply } from './reply.ts';

export interface Channel<Input extends z.ZodType> {
  readonly name: string;
  readonly input: Input;
}

/** Only the top frame of a window showing our own pages may call main. */
export function isTrusted(event: IpcMainInvokeEvent | IpcMainEvent): boolean {
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
 * Answers one call on a channel, after checking the sender and parsing the arguments.
 * @param respond gets the parsed arguments; its errors reach the page as messages.
 */
export async function reply<Input extends z.ZodType<unknown[]>>(
  channel: Channel<Input>,
  respond: (...args: z.output<Input>) => unknown,
  event: IpcMainInvokeEvent,
  args: unknown[],
): Promise<ShellReply> {
  try {
    if (!isTrusted(event)) {
      throw new WirebenchError('UNAUTHORIZED', 'This page may not use the desktop shell');
    }
    return { ok: true, value: await respond(...parse(channel, args)) };
  } catch (error) {
    return { ok: false, error: toErrorReport(error) };
  }
}
