import type { Message, OperationDescription } from '../../../workloads/description.ts';
import type { Driver, DriverOptions } from '../driver.ts';
import { wireOpener } from '../socket.ts';
import { Http1Connection, type Http1Exchange } from './connection.ts';
import { HeadMemory } from './head-memory.ts';

/** A driver whose connections make prepared exchanges over HTTP/1.1. */
export function http1Driver(
  { address, meter, resumption }: DriverOptions,
  prepare: (operation: OperationDescription, request: Message) => Http1Exchange,
  prepareStream?: (
    operation: OperationDescription,
    messages: () => Iterable<Message>,
  ) => Http1Exchange,
): Driver {
  const open = wireOpener(address, meter, 'http/1.1', resumption);
  const memory = new HeadMemory(meter.seen);
  return {
    prepare,
    ...(prepareStream ? { prepareStream } : {}),
    open: () => new Http1Connection(open, memory),
    close: () => undefined,
  };
}
