/** An event of Chromium's trace; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

/** Main-thread time of one update of the page, in milliseconds. */
export interface UpdateCost {
  readonly scriptMs: number;
  readonly renderMs: number;
}

/** Updates come every 250 ms; work that is nearer to the one before belongs to it. */
const updateUs = 250_000;

const scriptEvents: ReadonlySet<string> = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
]);
const renderEvents: ReadonlySet<string> = new Set([
  'Layout',
  'Layerize',
  'Paint',
  'PrePaint',
  'UpdateLayerTree',
  'UpdateLayoutTree',
]);

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Script and rendering of the page's main thread, added up for each quarter of a second of the trace.
 * Events lie within each other, so their union counts. The first and last quarter are left out: the
 * trace may have begun or ended within an update.
 */
export function updateCosts(events: readonly TraceEvent[]): UpdateCost[] {
  const main = mainThread(events);
  if (!main) return [];
  const own = events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid);
  const script = union(own.filter(({ name }) => scriptEvents.has(name)));
  const render = union(own.filter(({ name }) => renderEvents.has(name)));
  const times = own.filter(({ ts, ph }) => ph === 'X' && ts > 0).map(({ ts }) => ts);
  const start = times.reduce((least, ts) => Math.min(least, ts), Number.POSITIVE_INFINITY);
  const end = times.reduce((most, ts) => Math.max(most, ts), 0);
  const quarters = Math.floor((end - start) / updateUs);
  const origin = quietestOffset([...script, ...render], start);
  return Array.from({ length: Math.max(0, quarters - 2) }, (_, index) => {
    const from = origin + (index + 1) * updateUs;
    const within = { from, to: from + updateUs };
    return { scriptMs: overlap(script, within) / 1000, renderMs: overlap(render, within) / 1000 };
  });
}

/** The busiest main thread: that of the page. */
function mainThread(events: readonly TraceEvent[]): { pid: number; tid: number } | null {
  const mains = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const busy = ({ pid, tid }: TraceEvent) =>
    events.filter((event) => event.pid === pid && event.tid === tid).length;
  const [first] = mains.sort((a, b) => busy(b) - busy(a));
  return first ?? null;
}

/** Offset of the quarters with the least work across their edges: just before the updates. */
function quietestOffset(stretches: readonly Stretch[], start: number): number {
  const steps = 50;
  const width = updateUs / steps;
  const busy = new Array<number>(steps).fill(0);
  for (const { from, to } of stretches) {
    const step = Math.floor(((from - start) % updateUs) / width);
    if (step >= 0) busy[step] = (busy[step] ?? 0) + (to - from);
  }
  // The longest silence is before the busiest step.
  const busiest = busy.indexOf(Math.max(...busy));
  return start + ((busiest + steps - 2) % steps) * width;
}

function union(events: readonly TraceEvent[]): Stretch[] {
  const sorted = events
    .filter(({ ph }) => ph === 'X')
    .map(({ ts, dur = 0 }) => ({ from: ts, to: ts + dur }))
    .sort((a, b) => a.from - b.from);
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of sorted) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function overlap(stretches: readonly Stretch[], { from, to }: Stretch): number {
  return stretches.reduce(
    (sum, one) => sum + Math.max(0, Math.min(one.to, to) - Math.max(one.from, from)),
    0,
  );
}
