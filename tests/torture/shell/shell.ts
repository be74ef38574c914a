import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineContract } from '../../../contracts/engine-api.ts';
import { sendRunFile } from '../../../engine/cli/run-files.ts';
import { missingChromium } from '../../support/chromium.ts';
import { missingElectron } from '../../support/electron.ts';
import { makeFileRun, packRunFile } from '../../support/run-files.ts';
import { type Attack, type Result, resultOf, type Try, takeTurns } from '../attacks.ts';
import { ownTrial } from '../bytes/databases.ts';
import { below, damaged, pick } from '../bytes/mutate.ts';
import type { Kind, Turn } from '../kind.ts';
import { bridgePlants, DesktopBridge } from './desktop-bridge.ts';
import { exchange, requestFor, statusOf } from './raw-http.ts';
import { ShownScript, scripts } from './shown-script.ts';
import { type DialOptions, Workbench } from './workbench.ts';

/** Tokens that are nearly right, or far from it. */
function wrongToken(random: () => number, token: string): string {
  const at = below(random, token.length);
  const other = token[at] === 'A' ? 'B' : 'A';
  return pick(random, [
    () => '',
    () => token.slice(0, -1),
    () => `${token}A`,
    () => token.slice(0, at) + other + token.slice(at + 1),
    () => token.split('').reverse().join(''),
    () => encodeURIComponent(`${token}\0`),
    () => `x&token=${token}`,
    () => '%',
    () => 'A'.repeat(100_000).slice(0, 8000),
    () => "' OR '1'='1",
  ])();
}

/** Words apart from each other by spaces, and none. */
const wordsIn = (text: string) => text.split(/\s+/);
const foreignHosts = (port: number) =>
  wordsIn(` 127.0.0.1 example.org example.org:${port} 127.0.0.1.example.org:${port}
    127.0.0.2:${port} [::1]:${port} 0.0.0.0:${port} 2130706433:${port} 127.1:${port}
    localhost.:${port} 127.0.0.1:${port}. 127.0.0.1:${port},example.org user@127.0.0.1:${port}`);
const foreignOrigins = (port: number) =>
  wordsIn(` null http://example.org http://127.0.0.1 https://127.0.0.1:${port}
    http://127.0.0.1:${port}.example.org http://127.0.0.1:${port}/
    http://example.org#http://127.0.0.1:${port} file://127.0.0.1:${port} HTTP://127.0.0.1:${port}`);

const steps = wordsIn('.. . %2e%2e ..%2f ..%5c %252e%252e ..; %c0%ae%c0%ae ....//');
const aims = wordsIn(`package.json etc/passwd wirebench.db proc/self/environ index.html.map engine
  .git/config secret.txt%00.html`);
const places = wordsIn(' /assets // /engine /. /%2f http://127.0.0.1');
const methods = wordsIn('POST PUT DELETE OPTIONS TRACE PATCH PURGE');

function wrongPath(random: () => number): string {
  const way = Array.from({ length: 1 + below(random, 6) }, () => pick(random, steps)).join('/');
  return `${pick(random, places)}/${way}/${pick(random, aims)}`;
}

/** Strings that no answer may contain. */
const leaks = (answer: string, { token }: Workbench): boolean =>
  answer.includes(token) || /root:.*:0:0|SQLite format 3|"devDependencies"/.test(answer);

/** The paths of the engine's calls that take an input. */
function callsOf(node: object, path: readonly string[] = []): (readonly string[])[] {
  const own: unknown = Reflect.get(node, '~orpc');
  if (typeof own === 'object' && own !== null)
    return Reflect.get(own, 'inputSchema') === undefined ? [] : [path];
  return Object.entries(node).flatMap(([name, child]: [string, unknown]) =>
    typeof child === 'object' && child !== null ? callsOf(child, [...path, name]) : [],
  );
}

const junk = [
  () => null,
  () => [],
  () => 'x'.repeat(100_000),
  () => ({ __proto__: null, constructor: 1 }),
  () => ({ runId: '../../etc/passwd', text: '\0', id: -1, key: {}, path: '/etc/passwd' }),
  () => ({ runId: ['x'], trialId: { $gt: '' }, limit: -1, format: 'exe', host: '\n', note: 7 }),
  () => ({ runId: "' OR 1=1 --", trialId: "' OR 1=1 --", uploadId: 'x', base64: '%' }),
  () => 1e308,
  () => Array.from({ length: 5000 }, () => ({})),
];

const anyId = (random: () => number) =>
  below(random, 2 ** 32)
    .toString(16)
    .padStart(8, '0');

class Attackers {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  get #own() {
    return { Host: this.#workbench.address.host };
  }

  async #refusedSocket(options: DialOptions): Promise<Result> {
    const { code, messages } = await this.#workbench.dial(options, [
      '{"i":"1","p":{"u":"/app/info"}}',
    ]);
    const isRefused = (code === 1008 || code >= 400) && messages.length === 0;
    const saw = `${JSON.stringify(options)} got ${code} ${messages.join()}`;
    return resultOf(isRefused ? null : saw, 'reported');
  }

  async #refusedPage(request: string | Buffer): Promise<Result> {
    const answer = await exchange(this.#workbench.port, request);
    const status = statusOf(answer);
    const isRefused = status >= 400 && status < 500 && !leaks(answer, this.#workbench);
    const saw = `${String(request).slice(0, 200)} got ${answer.slice(0, 200)}`;
    return resultOf(isRefused ? null : saw, 'reported');
  }

  /** Normal use still works. */
  async #goesOn(): Promise<Result> {
    if (this.#workbench.hasEnded) return { broken: 'the workbench has ended' };
    await this.#workbench.use((client) => client.app.info());
    return { held: 'reported' };
  }

  async #anyRequest({ random }: Try): Promise<Result> {
    const request = Buffer.from(requestFor('/?token=x', this.#own));
    const answer = await exchange(this.#workbench.port, damaged(request, true, random), 300);
    return leaks(answer, this.#workbench)
      ? { broken: `it leaks: ${answer.slice(0, 200)}` }
      : this.#goesOn();
  }

  async #anyMessage({ random }: Try): Promise<Result> {
    const message = Buffer.from('{"i":"1","p":{"u":"/runs/list","b":{"json":{"limit":10}}}}');
    const all = Array.from({ length: 5 }, () => damaged(message, true, random));
    const long = 'x'.repeat(below(random, 100_000));
    await this.#workbench.dial({}, [...all, ...all.map(String), long], 300);
    return this.#goesOn();
  }

  async #wrongInput({ random }: Try): Promise<Result> {
    const path = pick(random, callsOf(engineContract));
    const input = pick(random, junk)();
    const outcome = await this.#workbench.use(async (client) => {
      const call = path.reduce<unknown>((at, name) => Reflect.get(at as object, name), client);
      try {
        await (call as (given: unknown) => Promise<unknown>)(input);
        return 'taken';
      } catch (error) {
        const code: unknown = Reflect.get(Object(error), 'code');
        const inner: unknown = Reflect.get(Object(Reflect.get(Object(error), 'data')), 'code');
        return `${String(code)} ${String(inner)}`;
      }
    });
    return /INTERNAL/.test(outcome)
      ? { broken: `${path.join('.')} of ${JSON.stringify(input)?.slice(0, 100)}: ${outcome}` }
      : this.#goesOn();
  }

  /** Imports a run with script in all its texts. @returns its id, and the mark after the script in its name. */
  async #scriptedRun({ folder, random }: Try): Promise<{ runId: string; mark: string }> {
    const script = pick(random, scripts);
    const id = anyId(random);
    const mark = `shown-${id}`;
    const file = join(folder, 'run.wbrun');
    const tag = script.slice(0, 200);
    const texts = { name: `${script} ${mark}`, note: script, tags: [tag], warnings: [script] };
    const trials = [0, 1].map((index) => ownTrial(`${id}-${index}`, index));
    const annotation = { trialIndex: null, atSeconds: 1, madeAt: '2026-03-01T10:00:03.000Z' };
    const annotations = [{ ...annotation, id: `${id}-mark`, text: script }];
    writeFileSync(file, packRunFile(makeFileRun({ id, ...texts, trials, annotations })));
    const { runId } = await this.#workbench.use((client) => sendRunFile(client.history, file));
    return { runId, mark };
  }

  /** Its report and exports contain script as text only. */
  async #inReport(one: Try): Promise<Result> {
    const { runId } = await this.#scriptedRun(one);
    const exported = this.#workbench.use((client) => client.runs.export({ runId, format: 'html' }));
    const html = (await exported).text;
    if (!html.includes('window.injected')) return { broken: 'the report lacks the name' };
    const isText = !/<\/script><script>window|<(?:img|input|svg\/|style>@|math)/.test(html);
    return resultOf(isText ? null : 'script of a run stands in its report as such', 'reported');
  }

  /** So do the views of a window. */
  inWindow(shown: ShownScript): readonly Attack[] {
    return [
      {
        lane: 1,
        what: 'script in the texts of a result and the history',
        plant: browserPlants[2],
        attempt: async (one) => {
          const { runId, mark } = await this.#scriptedRun(one);
          return shown.stored(runId, mark, one.planted);
        },
      },
      {
        lane: 1,
        what: 'script in the texts of the live view',
        every: 3,
        attempt: ({ random }) => shown.live(pick(random, scripts), `shown-${anyId(random)}`),
      },
    ];
  }

  attacks(): readonly Attack[] {
    const { port, token } = this.#workbench;
    return [
      {
        what: 'tokens',
        plant: browserPlants[0],
        attempt: ({ random, planted }) =>
          this.#refusedSocket({ token: planted ? token : wrongToken(random, token) }),
      },
      {
        what: 'names that lead here (Host)',
        attempt: ({ random }) =>
          this.#refusedPage(requestFor('/', { Host: pick(random, foreignHosts(port)) })),
      },
      {
        what: 'pages of other origins',
        attempt: ({ random }) =>
          this.#refusedSocket({ origin: pick(random, foreignOrigins(port)) }),
      },
      {
        what: 'paths',
        plant: browserPlants[1],
        attempt: ({ random, planted }) =>
          this.#refusedPage(requestFor(planted ? '/' : wrongPath(random), this.#own)),
      },
      {
        what: 'methods',
        attempt: ({ random }) =>
          this.#refusedPage(requestFor('/', this.#own, pick(random, methods))),
      },
      { what: 'requests that are damaged', attempt: (one) => this.#anyRequest(one) },
      { what: 'messages that are damaged', every: 2, attempt: (one) => this.#anyMessage(one) },
      { what: 'calls with wrong inputs', attempt: (one) => this.#wrongInput(one) },
      { what: 'script in the texts of a report', every: 5, attempt: (one) => this.#inReport(one) },
    ];
  }
}

const browserPlants = [
  'a page that knows the token',
  'a path at which there is a file',
  'a page in which script has run',
] as const;

async function attackBrowserShell(turn: Turn): Promise<void> {
  const missing = Workbench.missing();
  if (missing !== null) return turn.without('the browser shell', missing);
  // A wrong call may be a valid one, such as a calibration, which hides runs: windows use a separate workbench.
  const [attacked, viewed] = await Promise.all(
    ['home', 'viewed'].map((home) => Workbench.start(join(turn.folder, home))),
  );
  if (!attacked || !viewed) throw new Error('There is no workbench');
  const shown = new ShownScript(viewed);
  const noWindow = missingChromium();
  if (noWindow !== null) turn.without('script in the texts of a window', noWindow);
  const inWindow = noWindow === null ? new Attackers(viewed).inWindow(shown) : [];
  try {
    await takeTurns(turn, [...new Attackers(attacked).attacks(), ...inWindow]);
  } finally {
    await shown.close();
    await Promise.all([attacked.stop(), viewed.stop()]);
  }
}

async function attackBridge(turn: Turn): Promise<void> {
  const missing = missingElectron();
  if (missing !== null) return turn.without('Electron’s bridge', missing);
  const bridge = new DesktopBridge(join(turn.folder, 'desktop'));
  await takeTurns(turn, bridge.attacks());
  const saw = await bridge.close();
  const what = 'the desktop app after all that was tried';
  if (saw !== null) turn.broken({ what, saw, again: `seed ${turn.seed}` });
}

export const shell: Kind = {
  name: 'shell',
  promise:
    'The browser shell refuses whoever lacks its token, name or origin, and every path but its own; Electron’s bridge refuses wrong inputs and foreign pages; nothing leaks; no text becomes script.',
  share: 1,
  expected: 500,
  few: 2,
  plants: [...browserPlants, ...bridgePlants],
  run: async (turn: Turn) => {
    const isWanted = (plants: readonly string[]) =>
      turn.plant === null || plants.includes(turn.plant);
    await Promise.all([
      isWanted(browserPlants) ? attackBrowserShell(turn) : null,
      isWanted(bridgePlants) ? attackBridge(turn) : null,
    ]);
  },
};
