import { Window } from 'happy-dom';
import { type Environment, populateGlobal } from 'vitest/runtime';

/**
 * What stays Node's in a DOM: the engine runs in the same process, and would not know the signals, addresses and
 * messages of another implementation.
 */
const ofNode = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'BroadcastChannel',
  'File',
  'FormData',
  'Headers',
  'MessageChannel',
  'MessagePort',
  'ReadableStream',
  'Request',
  'Response',
  'TransformStream',
  'URL',
  'URLSearchParams',
  'WebSocket',
  'WritableStream',
  'fetch',
] as const;

/** Sizes of an element that is laid out nowhere, in CSS pixels: every one is as large as a chart. */
const box = { width: 800, height: 400 };

/** Attributes that elements of a browser also have as properties. */
const reflected = {
  ariaDisabled: 'aria-disabled',
  ariaLabel: 'aria-label',
  ariaRowIndex: 'aria-rowindex',
} as const;

/** Reports each element's size once, as a browser does when it is first observed. */
class FixedSizeObserver {
  readonly #report: (entries: readonly never[]) => void;

  constructor(report: (entries: readonly never[]) => void) {
    this.#report = report;
  }

  observe(): void {
    queueMicrotask(() => this.#report([]));
  }

  unobserve(): void {}

  disconnect(): void {}
}

function layOut(window: Window): void {
  const size = (value: number) => ({ configurable: true, get: () => value });
  Object.defineProperties(window.HTMLElement.prototype, {
    clientWidth: size(box.width),
    clientHeight: size(box.height),
    offsetWidth: size(box.width),
    offsetHeight: size(box.height),
  });
  for (const [property, attribute] of Object.entries(reflected)) {
    Object.defineProperty(window.Element.prototype, property, {
      configurable: true,
      get(this: Pick<Element, 'getAttribute'>) {
        return this.getAttribute(attribute);
      },
    });
  }
  const rect = () => new window.DOMRect(0, 0, box.width, box.height);
  Object.assign(window.Element.prototype, {
    getBoundingClientRect: rect,
    scrollIntoView: () => undefined,
    scrollTo: () => undefined,
  });
  Object.assign(window, { ResizeObserver: FixedSizeObserver });
  // Fields that grow with their text measure it again once a font has arrived.
  Object.defineProperty(window.document, 'fonts', { value: new window.EventTarget() });
}

/** The DOM of a window without a browser, one for each thread of tests. */
export default {
  name: 'dom',
  // Modules are Node's, as the engine's are; only their globals are a window's.
  viteEnvironment: 'ssr',
  setup(global) {
    const window = new Window({
      url: 'http://127.0.0.1/',
      width: 1280,
      height: 800,
      settings: { disableErrorCapturing: true },
    });
    layOut(window);
    const kept = new Map(ofNode.map((name) => [name, Reflect.get(global, name)]));
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true });
    for (const [name, value] of kept) {
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    }
    return {
      async teardown() {
        await window.happyDOM.abort();
        window.close();
        for (const key of keys) Reflect.deleteProperty(global, key);
        for (const [key, descriptor] of originals) Object.defineProperty(global, key, descriptor);
      },
    };
  },
} satisfies Environment;
