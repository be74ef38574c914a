import { mkdirSync } from 'node:fs';
import { shellChannels } from '../../../contracts/shell.ts';
import {
  type LaunchedWorkbench,
  launchWorkbench,
  missingElectron,
} from '../../support/electron.ts';
import type { Attack, Result, Try } from '../attacks.ts';
import { below, damaged, pick } from '../bytes/mutate.ts';

/** Faults that the bridge is given. */
export const bridgePlants = [
  'a call that the bridge accepts',
  'a foreign page that the bridge answers',
] as const;

/** What a page of the desktop app may try: values as they are written in its script. */
const values = [
  ...['undefined', 'null', 'NaN', '-1', '1e308', '0n', "''", "'x'", "'x'.repeat(5000)", "'\\0'"],
  ...['[]', '{}', 'new Map()', 'new Date(NaN)', '/x/', 'new Uint8Array(8)', 'true', '[[[[]]]]'],
  ...["'../../../etc/passwd'", "'/etc/passwd'", "'file:///etc/passwd'", "'javascript:alert(1)'"],
  ...['JSON.parse(\'{"__proto__": {"polluted": true}}\')', "{ constructor: { name: 'x' } }"],
  ...["Object.create(null, { path: { value: '/etc/passwd', enumerable: true } })"],
  ...['Object.assign([], { length: 5000 })', 'new Proxy({}, {})', 'Symbol.iterator', 'window'],
  ...["new Error('x')", '() => 1', 'document.body', 'new Promise(() => {})', "'\\ud800'"],
];

const keys = ['suggestedName', 'path', 'mediaType', 'content', 'files', 'title', 'body', 'route'];

function wrongObject(random: () => number): string {
  const parts = Array.from(
    { length: 1 + below(random, 6) },
    () => `${pick(random, keys)}: ${pick(random, values)}`,
  );
  return `{ ${parts.join(', ')} }`;
}

/** Calls that take something, by the names that the page has for them. What is printed may be any text. */
const takers = Object.entries(shellChannels)
  .filter(([name, { input }]) => name !== 'printPdf' && !input.safeParse([]).success)
  .map(([name]) => name);

/** A call of everything, with inputs that a page of the app might use. */
const rightCalls = [
  ...['openFile()', "openRecent('/etc/passwd')", 'recentFiles()', 'openRunFile()'],
  ...["notify({ title: 'x', body: '', route: '#/run' })", 'setProgress(0.5)', 'keepAwake(true)'],
  ...['setZoom(1)', 'restartEngine()', "showPath('home')", 'checkForUpdate()', "printPdf('x')"],
  "saveFile({ suggestedName: 'a', path: '/etc/passwd', mediaType: 'x', content: 'x' })",
  "saveFolder({ suggestedName: 'a', files: [{ name: 'a', mediaType: 'x', content: 'x' }] })",
];

/** So many calls or messages make one attempt: one at a time would mostly wait for the window. */
const batch = 20;

/** What is told of calls whose inputs are wrong, or are right but lead to nothing that the user has not chosen. */
const fitting =
  /^(The message shell:[a-z-]+ is wrong|.* is not among the recent files|.*could not be cloned|.*Failed to read|Cannot .*|accepted: (null|undefined)$)/s;

/** @returns a script that makes calls on the bridge, and ends with how each of them ended, in words. */
const calling = (calls: readonly string[]): string => `(async () => {
  const outcomes = [];
  for (const call of [${calls.map((call) => `() => wirebenchShell.${call}`).join(',\n')}]) {
    try {
      outcomes.push('accepted: ' + String(await call()).slice(0, 100));
    } catch (error) {
      outcomes.push(String(error?.message ?? error));
    }
  }
  return outcomes;
})()`;

/** @returns a script that sends messages to the engine, and ends once it answers an honest one. */
const sending = (messages: readonly string[]): string => `new Promise((resolve) => {
  window.addEventListener('message', function take(event) {
    const [port] = event.ports;
    if (event.data !== 'shell:engine-port' || !port) return;
    window.removeEventListener('message', take);
    port.addEventListener('message', ({ data }) => {
      try {
        const { i, p } = JSON.parse(data);
        if (i === 'last') resolve(p.b.json.version);
      } catch { /* An answer to nonsense. */ }
    });
    port.start();
    for (const message of ${JSON.stringify(messages)}) port.postMessage(message);
    port.postMessage(JSON.stringify({ i: 'last', p: { u: '/app/info' } }));
  });
  window.postMessage('shell:request-engine-port', location.origin);
})`;

/** The bridge of the desktop app, from within its page and from pages that are not its own. */
export class DesktopBridge {
  readonly #workbench: LaunchedWorkbench;

  private constructor(workbench: LaunchedWorkbench) {
    this.#workbench = workbench;
  }

  /** @returns why the app cannot be started here, or null. */
  static missing(): string | null {
    return missingElectron();
  }

  /** Starts the app; whatever it asks its user is answered by cancelling. */
  static async start(home: string): Promise<DesktopBridge> {
    mkdirSync(home, { recursive: true });
    const workbench = await launchWorkbench({ home });
    await workbench.page.getByText('Engine ready').waitFor();
    await workbench.app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
      dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });
    });
    return new DesktopBridge(workbench);
  }

  /** The app lives, its window tells of no failure, and no prototype in it was changed. */
  async #goesOn(times: number): Promise<Result> {
    const { app, page } = this.#workbench;
    const changed = await app.evaluate(() => 'polluted' in {});
    if (changed) return { broken: 'a prototype of the main process was changed' };
    const alerts = await page.getByRole('alert').allInnerTexts();
    return alerts.length === 0 ? { held: 'told', times } : { broken: alerts.join(' ') };
  }

  async #wrongInputs({ random, planted }: Try): Promise<Result> {
    const calls = Array.from({ length: batch }, () => {
      const input = random() < 0.5 ? wrongObject(random) : pick(random, values);
      return `${pick(random, takers)}(${input})`;
    });
    if (planted) calls[0] = 'recentFiles()';
    const outcomes = await this.#workbench.page.evaluate<string[]>(calling(calls));
    const at = outcomes.findIndex((outcome) => !fitting.test(outcome));
    return at < 0 ? this.#goesOn(batch) : { broken: `${calls[at]}: ${outcomes[at]}` };
  }

  async #foreignPage({ random, planted }: Try): Promise<Result> {
    const { app, page } = this.#workbench;
    const script = calling(rightCalls);
    const address = pick(random, [
      'data:text/html,<title>Foreign</title>',
      'data:text/html,<iframe srcdoc="x"></iframe>',
      'about:blank',
    ]);
    const outcomes = planted
      ? await page.evaluate<string[]>(calling(['recentFiles()']))
      : await app.evaluate(
          async ({ app: main, BrowserWindow }, foreign) => {
            const preload = `${main.getAppPath()}/dist/electron/preload.cjs`;
            const window = new BrowserWindow({
              show: false,
              webPreferences: { preload, sandbox: true, contextIsolation: true },
            });
            await window.loadURL(foreign.address);
            const all: string[] = await window.webContents.executeJavaScript(foreign.script);
            window.destroy();
            return all;
          },
          { address, script },
        );
    const answered = outcomes.find((one) => one !== 'This page may not use the desktop shell');
    return answered === undefined ? this.#goesOn(rightCalls.length) : { broken: answered };
  }

  async #damagedMessages({ random }: Try): Promise<Result> {
    const message = Buffer.from('{"i":"1","p":{"u":"/runs/list","b":{"json":{"limit":10}}}}');
    const messages = Array.from({ length: batch }, () => String(damaged(message, true, random)));
    const version = await this.#workbench.page.evaluate<string>(sending(messages));
    if (!/^\d+\.\d+\.\d+$/.test(version)) return { broken: `the engine answers ${version}` };
    return this.#goesOn(batch);
  }

  /** @param lane of the attacks, which take turns. */
  attacks(lane: number): readonly Attack[] {
    return [
      {
        lane,
        what: 'calls on Electron’s bridge with wrong inputs',
        plant: bridgePlants[0],
        attempt: (one) => this.#wrongInputs(one),
      },
      {
        lane,
        what: 'calls on Electron’s bridge from foreign pages',
        plant: bridgePlants[1],
        attempt: (one) => this.#foreignPage(one),
      },
      {
        lane,
        what: 'messages to the engine of the desktop app that are damaged',
        attempt: (one) => this.#damagedMessages(one),
      },
    ];
  }

  close(): Promise<void> {
    return this.#workbench.close();
  }
}
