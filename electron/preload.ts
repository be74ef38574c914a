import { contextBridge, ipcRenderer } from 'electron';
import { WirebenchError } from '../contracts/errors.ts';
import {
  type EngineEnd,
  type MenuCommand,
  type OpenedFile,
  type OpenedRunFile,
  requestEnginePort,
  type Shell,
  shellChannels,
  shellEvents,
} from '../contracts/shell.ts';
import { textAsBytes, withBytes, withFilesAsBytes } from './bytes.ts';
import { unwrap } from './reply.ts';

/**
 * The only script with access to both the page and Electron. It gives the page `window.wirebenchShell`
 * and passes engine ports: the page posts {@link requestEnginePort} to its own window, and gets
 * {@link shellEvents.enginePort} there with a MessagePort. It leaves all decisions to main.
 */

async function call<Value>(channel: { name: string }, ...args: unknown[]): Promise<Value> {
  return unwrap<Value>(await ipcRenderer.invoke(channel.name, ...args));
}

/** A channel from main that buffers messages until there is a listener. */
function inbox<Message>(channel: string): (listener: (message: Message) => void) => () => void {
  const listeners = new Set<(message: Message) => void>();
  const waiting: Message[] = [];
  ipcRenderer.on(channel, (_event, message: Message) => {
    if (listeners.size === 0) waiting.push(message);
    for (const listener of listeners) listener(message);
  });
  return (listener) => {
    if (typeof listener !== 'function') {
      throw new WirebenchError('ARGUMENT_INVALID', `The listener to ${channel} is not a function`);
    }
    listeners.add(listener);
    for (const message of waiting.splice(0)) listener(message);
    return () => listeners.delete(listener);
  };
}

const shell = {
  kind: 'desktop',
  openFile: () => call(shellChannels.openFile),
  openRecent: (path) => call(shellChannels.openRecent, path),
  recentFiles: () => call(shellChannels.recentFiles),
  saveFile: (request) => call(shellChannels.saveFile, withBytes(request)),
  onFileOpened: inbox<OpenedFile>(shellEvents.fileOpened),
  onMenuCommand: inbox<MenuCommand>(shellEvents.menuCommand),
  openRunFile: () => call(shellChannels.openRunFile),
  onRunFileOpened: inbox<OpenedRunFile>(shellEvents.runFileOpened),
  saveFolder: (request) => call(shellChannels.saveFolder, withFilesAsBytes(request)),
  printPdf: (html) => call(shellChannels.printPdf, textAsBytes(html)),
  notify: (notice) => call(shellChannels.notify, notice),
  setProgress: (share) => call(shellChannels.setProgress, share),
  keepAwake: (on) => call(shellChannels.keepAwake, on),
  onRouteAsked: inbox<string>(shellEvents.routeAsked),
  onEngineEnded: inbox<EngineEnd>(shellEvents.engineEnded),
  setZoom: (factor) => call(shellChannels.setZoom, factor),
  restartEngine: () => call(shellChannels.restartEngine),
  showPath: (which) => call(shellChannels.showPath, which),
  checkForUpdate: () => call(shellChannels.checkForUpdate),
} satisfies Shell;

contextBridge.exposeInMainWorld('wirebenchShell', shell);

window.addEventListener('message', (event) => {
  if (event.source === window && event.data === requestEnginePort) {
    ipcRenderer.send(requestEnginePort);
  }
});
ipcRenderer.on(shellEvents.enginePort, (event) => {
  window.postMessage(shellEvents.enginePort, window.location.origin, [...event.ports]);
});
