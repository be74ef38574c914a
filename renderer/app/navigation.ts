import { create } from 'zustand';

/** Where the window is; the fragment of the address says the same, so links and Back work. */
export type Route =
  | { readonly view: 'experiment' }
  | { readonly view: 'run' }
  | { readonly view: 'history' }
  | { readonly view: 'result'; readonly runId: string };

export type ViewName = Route['view'];

/** Reads a fragment such as `#/result/abc`; anything unknown is the Experiment view. */
export function parseRoute(hash: string): Route {
  const [view, argument] = hash.replace(/^#\/?/, '').split('/');
  if (view === 'result' && argument) return { view, runId: safeDecode(argument) };
  if (view === 'run' || view === 'history') return { view };
  return { view: 'experiment' };
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
export function formatRoute(route: Route): string {
  return route.view === 'result'
    ? `#/result/${encodeURIComponent(route.runId)}`
    : `#/${route.view}`;
}

/** The current route; `navigate` is the way to change it. */
export const useRoute = create<Route>(() => ({ view: 'experiment' }));

/** Goes to a view and adds a step to the window's history. */
export function navigate(route: Route): void {
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
