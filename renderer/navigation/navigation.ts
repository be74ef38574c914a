import { create } from 'zustand';

/** Views without an argument; their fragment is their name. */
const plainViews = [
  'start',
  'experiments',
  'own-service',
  'experiment',
  'history',
  'wire',
  'sizes',
  'services',
  'machines',
  'settings',
] as const;
type PlainView = (typeof plainViews)[number];

/** Current location of the window, mirrored in the address fragment, so that links and Back work. */
export type ViewRoute =
  | { readonly view: PlainView }
  /** The run in progress; with an id if it was just started, since it may already have ended. */
  | { readonly view: 'run'; readonly runId: string | null }
  | { readonly view: 'result'; readonly runId: string }
  /** The first run is the baseline; empty to choose runs there. */
  | { readonly view: 'compare'; readonly runIds: readonly string[] }
  /** A stored report, or null for the list of them. */
  | { readonly view: 'reports'; readonly reportId: string | null }
  /** One of the studies; null for the first. */
  | { readonly view: 'studies'; readonly study: string | null }
  /** A page of the help, such as `glossary/p99`; null for its first. */
  | { readonly view: 'help'; readonly topic: string | null };

export type ViewName = ViewRoute['view'];

function isPlainView(view: string | undefined): view is PlainView {
  return plainViews.some((name) => name === view);
}

/** Reads a fragment such as `#/result/abc`; anything unknown is the Start view. */
export function parseRoute(hash: string): ViewRoute {
  const [view, ...rest] = hash.replace(/^#\/?/, '').split('/').map(safeDecode);
  const [argument] = rest;
  if (view === 'run') return { view, runId: argument || null };
  if (view === 'result' && argument) return { view, runId: argument };
  if (view === 'compare') return { view, runIds: rest.filter((id) => id !== '') };
  if (view === 'reports') return { view, reportId: argument || null };
  if (view === 'studies') return { view, study: argument || null };
  if (view === 'help') return { view, topic: rest.join('/') || null };
  return { view: isPlainView(view) ? view : 'start' };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % is part of the text itself.
    return text;
  }
}

/** Writes the fragment that {@link parseRoute} reads. */
export function formatRoute(route: ViewRoute): string {
  return ['#', route.view, ...argumentsOf(route).map(encodeURIComponent)].join('/');
}

function argumentsOf(route: ViewRoute): readonly string[] {
  switch (route.view) {
    case 'result':
      return [route.runId];
    case 'run':
      return route.runId === null ? [] : [route.runId];
    case 'compare':
      return route.runIds;
    case 'reports':
      return route.reportId === null ? [] : [route.reportId];
    case 'studies':
      return route.study === null ? [] : [route.study];
    case 'help':
      return route.topic?.split('/') ?? [];
    default:
      return [];
  }
}

/** The current route; only `navigate` changes it. */
export const useRoute = create<ViewRoute>(() => ({ view: 'start' }));

/** Goes to a view and adds a step to the window's history. */
export function navigate(route: ViewRoute): void {
  const hash = formatRoute(route);
  if (window.location.hash === hash) useRoute.setState(route, true);
  else window.location.hash = hash;
}

/** Follows the address bar; called once, at the start. */
export function startNavigation(): void {
  const follow = () => useRoute.setState(parseRoute(window.location.hash), true);
  window.addEventListener('hashchange', follow);
  follow();
}
