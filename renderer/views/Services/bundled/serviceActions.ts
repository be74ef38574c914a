import type { ServiceOrder } from '../../../../contracts/services.ts';
import type { Protocol } from '../../../../contracts/words.ts';
import { protocolStyle } from '../../../app/protocols.ts';
import { notifyDone, notifyError } from '../../../components/notify.tsx';
import { engine, queryClient } from '../../../transport/engine.ts';
import { shell } from '../../../transport/shell.ts';

async function attempt(what: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    notifyError(error, what);
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['services', 'list'] });
  }
}

const nameOf = (protocol: Protocol) => protocolStyle(protocol).label;

/** Starts a service, or starts it anew. */
export function startService(order: ServiceOrder): Promise<void> {
  return attempt(`The ${nameOf(order.protocol)} service did not start`, () =>
    engine.services.start(order),
  );
}

export function stopService(protocol: Protocol): Promise<void> {
  return attempt(`The ${nameOf(protocol)} service did not stop`, () =>
    engine.services.stop({ protocol }),
  );
}

/** Puts a text on the clipboard and says so; `what` is such as `The address`. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifyDone(`${what} is copied`);
  } catch (error) {
    notifyError(error, `${what} was not copied`);
  }
}

/** Asks where and writes a text file. */
export async function saveText(name: string, mediaType: string, text: string): Promise<void> {
  try {
    const saved = await shell.saveFile({
      suggestedName: name,
      path: null,
      mediaType,
      content: text,
    });
    if (saved) notifyDone(`Saved ${saved.name}`);
  } catch (error) {
    notifyError(error, 'The file was not saved');
  }
}
