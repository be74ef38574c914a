import { MessageChannel } from 'node:worker_threads';
import { notifications } from '@mantine/notifications';
import { RPCLink } from '@orpc/client/message-port';
import { RPCHandler } from '@orpc/server/message-port';
import { configure, getQueriesForElement, screen } from '@testing-library/dom';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import { expect, onTestFinished, vi } from 'vitest';
import type { StoreApi } from 'zustand';
import { App } from '../../../renderer/app/App.tsx';
import { keepDrafts } from '../../../renderer/document/draft.ts';
import { startNavigation } from '../../../renderer/navigation/navigation.ts';
import { linkEvents } from '../../../renderer/transport/connection.ts';
import { type EngineClient, queryClient } from '../../../renderer/transport/engine.ts';
import { openSeededEngine, type SeededEngine, type SeededEngineOptions } from '../seeded-engine.ts';
import { waitMs } from '../timeouts.ts';
import { outline } from './outline.ts';

configure({
  asyncUtilTimeout: waitMs / 20,
  // Without the whole document, which is too long to read.
  getElementError: (message) => new Error(message?.split('\n', 1)[0]),
});

const isStore = (value: unknown): value is StoreApi<unknown> =>
  typeof value === 'function' && 'getInitialState' in value && 'setState' in value;

/** What the modules of the window keep between its views. */
const stores = Object.values(
  import.meta.glob<Record<string, unknown>>(
    ['../../../renderer/**/*.ts', '!../../../renderer/**/*.test.ts', '!**/*.d.ts'],
    { eager: true },
  ),
).flatMap((module) => Object.values(module).filter(isStore));

startNavigation();
keepDrafts();

export interface ViewWindowOptions extends SeededEngineOptions {
  /** Fragment of the address, such as `#/history`. */
  readonly route?: string;
}

export interface ViewWindow {
  /** Clicks and types as a user. */
  readonly user: UserEvent;
  /** Clicks what has this name, by default a button. */
  press(name: Name, role?: string, within?: HTMLElement): Promise<void>;
  /** Replaces the text of a field. */
  write(name: Name, text: string, role?: string): Promise<void>;
  /** Chooses in a list. */
  choose(list: Name, option: Name, within?: HTMLElement): Promise<void>;
  /** The engine itself, to see what an action of the window has done. */
  readonly engine: EngineClient;
  readonly seeded: SeededEngine;
  /** Names and contents of the files that were saved, oldest first. */
  readonly saved: readonly { readonly name: string; readonly text: () => Promise<string> }[];
}

/** Gives the window of the next test what a new one has. */
function forget(): void {
  queryClient.clear();
  notifications.clean();
  localStorage.clear();
  for (const store of stores) store.setState(store.getInitialState(), true);
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
/** Resolves after every timer that was due at once: frames come faster here, and answers are passed on by a timer. */
const timers = () => new Promise((resolve) => setTimeout(resolve, 0));
/** Resolves when React has nothing left to render: renders that can wait are done piece by piece. */
const rendered = () =>
  new Promise((resolve) => unstable_scheduleCallback(unstable_IdlePriority, resolve));

/** Frames without any change after which nothing more is expected: the window draws a part in each. */
const quietFrames = 3;

/** Resolves when the engine has answered every question of the window, and the window has drawn the answers. */
export async function settled(): Promise<void> {
  const end = performance.now() + waitMs / 2;
  let quiet = 0;
  let last = 'nothing';
  const changes = new MutationObserver(([change]) => {
    quiet = 0;
    last = change?.target.parentElement?.outerHTML.slice(0, 300) ?? last;
  });
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  while (quiet < quietFrames) {
    await frame();
    await timers();
    await rendered();
    quiet = queryClient.isFetching() > 0 ? 0 : quiet + 1;
    if (performance.now() > end) throw new Error(`The window does not come to rest: ${last}`);
  }
  changes.disconnect();
}

type Name = string | RegExp;

/** An element of the window by role and accessible name, once it is there. */
export const find = (role: string, name?: Name, within: HTMLElement = document.body) =>
  getQueriesForElement(within).findByRole(role, name === undefined ? {} : { name });

/** Whether there is such an element now. */
export const has = (role: string, name?: Name) =>
  screen.queryAllByRole(role, name === undefined ? {} : { name }).length > 0;

/** What a part of the window says once it is complete. */
export async function said(role = 'main', name?: Name): Promise<string> {
  await settled();
  return outline(await find(role, name));
}

/** The sections of a result: those with these ids, or all but the first, with the finding. */
export async function saidIn(...ids: readonly string[]): Promise<string> {
  await settled();
  const sections = [...document.querySelectorAll('[data-section]')];
  const idOf = (section: Element) => section.getAttribute('data-section') ?? '';
  const wanted = sections.filter((section, index) =>
    ids.length === 0 ? index > 0 : ids.includes(idOf(section)),
  );
  if (wanted.length < ids.length) throw new Error(`Sections: ${sections.map(idOf).join(', ')}`);
  return wanted.map(outline).join('\n');
}

/** The cells of a table's rows, as text. */
export async function rowsOf(name: Name): Promise<string[][]> {
  await settled();
  const table = await find('table', name);
  return [...table.querySelectorAll('tbody tr:not([aria-hidden])')].map((row) =>
    [...row.children].map((cell) => cell.textContent ?? ''),
  );
}

/** Downloads, which a DOM without a browser does not store. */
function watchDownloads() {
  const saved: { name: string; text: () => Promise<string> }[] = [];
  const blobs = new Map<string, Blob>();
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    const url = `blob:test/${blobs.size}`;
    blobs.set(url, object as Blob);
    return url;
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href);
    if (blob) saved.push({ name: this.download, text: () => blob.text() });
  });
  const restore = () => {
    made.mockRestore();
    clicked.mockRestore();
  };
  return { saved, restore };
}

/**
 * The window as it ships, without a browser: its React in a DOM that lays nothing out, over a real engine in this
 * process, through the same link as in the desktop app. Ends with its test; by then its console must have no error.
 */
export async function openView(options: ViewWindowOptions = {}): Promise<ViewWindow> {
  const seeded = await openSeededEngine(options);
  const problems: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((...args) => {
    problems.push(args.map(String).join(' '));
  });
  const { port1, port2 } = new MessageChannel();
  new RPCHandler(seeded.router).upgrade(port1);
  port2.start();
  port1.start();
  window.location.hash = options.route ?? '#/start';
  window.dispatchEvent(new Event('hashchange'));
  linkEvents.opened({ link: new RPCLink({ port: port2 }) });
  const { saved, restore } = watchDownloads();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(<App />);
  onTestFinished(async () => {
    root.unmount();
    document.body.replaceChildren();
    port2.close();
    forget();
    restore();
    spy.mockRestore();
    await seeded.close();
    expect(problems).toEqual([]);
  });
  const user = userEvent.setup();
  const press: ViewWindow['press'] = async (name, role = 'button', within) =>
    user.click(await find(role, name, within));
  return {
    user,
    press,
    async write(name, text, role = 'textbox') {
      const field = await find(role, name);
      await user.clear(field);
      if (text !== '') await user.type(field, text.replaceAll(/[{[]/g, '$&$&'));
    },
    async choose(list, option, within) {
      await press(list, 'combobox', within);
      await press(option, 'option');
    },
    engine: seeded.engine.client,
    seeded,
    saved,
  };
}
