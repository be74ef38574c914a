import { MantineProvider } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications, notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { emptyExperiment, useExperiment } from '../../../renderer/document/experimentStore.ts';
import { useRoute } from '../../../renderer/navigation/navigation.ts';
import { queryClient } from '../../../renderer/transport/engine.ts';
import { shell } from '../../../renderer/transport/shell.ts';
import { type Answers, answeringLink } from './answering-link.ts';

/** An engine that answers a window, as of {@link answeringLink}, which starts anew. */
export function answering(answers: Answers): (readonly unknown[])[] {
  const calls = answeringLink(answers);
  window.location.hash = '#/start';
  onTestFinished(() => {
    queryClient.clear();
    notifications.clean();
    useExperiment.setState(emptyExperiment, true);
    useRoute.setState(useRoute.getInitialState(), true);
  });
  return calls;
}

/** Reads until it is as expected: what the window does next takes no time here, but may take some turns. */
export const eventually = <Read,>(read: () => Read) => expect.poll(read, { interval: 1 });

/** Answers of the shell to one call of each. */
export function shellWith(
  answers: Partial<
    Record<'openFile' | 'openRecent' | 'saveFile' | 'saveFolder' | 'printPdf', unknown>
  >,
) {
  const spies = Object.entries(answers).map(([name, answer]) => {
    const spy = vi.spyOn(shell, name as 'saveFile');
    return answer instanceof Error
      ? spy.mockRejectedValue(answer)
      : spy.mockResolvedValue(answer as null);
  });
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return spies.map((spy) => spy.mock.calls as unknown[][]);
}

/** A part of the window, and how to take it away. */
export function mounted(part: ReactNode): { readonly host: HTMLElement; unmount(): void } {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  flushSync(() =>
    root.render(
      <MantineProvider withGlobalClasses={false} withCssVariables={false}>
        <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
      </MantineProvider>,
    ),
  );
  const unmount = () => {
    root.unmount();
    host.remove();
  };
  onTestFinished(unmount);
  return { host, unmount };
}

/** Renders a part of the window, which it returns. */
export const shown = (part: ReactNode): HTMLElement => mounted(part).host;

/** The messages of the window, oldest first: colour, title and text, with the targets of links. */
export const toasts = () =>
  notificationsStore
    .getState()
    .notifications.map(({ color, title, message }) =>
      [color, title, textOf(message)].filter(Boolean).join(': '),
    );

function textOf(message: ReactNode): string {
  const part = shown(message);
  const links = [...part.querySelectorAll('a')].map((link) => ` → ${link.getAttribute('href')}`);
  return part.textContent + links.join('');
}

/** The last message, to press its button. */
export const lastToast = () => shown(notificationsStore.getState().notifications.at(-1)?.message);

/** Presses the button of this name. */
export function pressIn(part: HTMLElement, name: string): void {
  const found = [...part.querySelectorAll('button')].find(
    (button) => (button.ariaLabel ?? button.textContent) === name,
  );
  if (!found) throw new Error(`No ${name} in ${part.textContent}`);
  flushSync(() => found.click());
}

/** An event of the pointer; React renders at once what follows one of its own tests. */
export function point(
  target: Element,
  type: 'move' | 'down' | 'up' | 'out' | 'cancel',
  x = 0,
  y = 0,
): void {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  try {
    act(() => {
      const event = new Event(`pointer${type}`, { bubbles: true });
      Object.assign(event, { clientX: x, clientY: y, button: 0, pointerId: 1 });
      target.dispatchEvent(event);
    });
  } finally {
    Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  }
}

/** What a chart is drawn in; without one, its place. */
export const svgOf = (part: HTMLElement) => part.querySelector('svg') ?? part;

/** The attributes of an element with these names. */
export const attributes = (one: Element | null | undefined, ...names: string[]) =>
  names.map((name) => one?.getAttribute(name));

/** The tooltip at the pointer. */
export const tip = () => document.querySelector('[class*=floating]')?.textContent ?? null;

/**
 * Says this to the questions of the window, in order: the label of a button, or null to close a question.
 * @returns what was asked.
 */
export function saying(...says: (string | null)[]): string[] {
  const asked: string[] = [];
  const confirm = vi.spyOn(modals, 'openConfirmModal').mockImplementation((question) => {
    asked.push(`${question.title}`);
    if (says.shift() === question.labels?.confirm) question.onConfirm?.();
    question.onClose?.();
    return '';
  });
  const open = vi.spyOn(modals, 'open').mockImplementation((question) => {
    asked.push(`${question.title}`);
    const label = says.shift() ?? null;
    // The id is known only after the question is open.
    queueMicrotask(() => {
      if (label !== null) pressIn(shown(question.children), label);
      question.onClose?.();
    });
    return 'question';
  });
  const close = vi.spyOn(modals, 'close').mockImplementation(() => undefined);
  onTestFinished(() => {
    for (const spy of [confirm, open, close]) spy.mockRestore();
  });
  return asked;
}
