import { shellChannels } from '../../../contracts/shell.ts';
import type { LaunchedWorkbench } from '../../support/electron.ts';
import { endProcess, isAlive } from '../../support/processes.ts';
import { type Attack, type Result, resultOf, type Try, until } from '../attacks.ts';
import { below, damaged, pick } from '../bytes/mutate.ts';
import { Ground } from '../kills/ground.ts';
import { within } from '../within.ts';
import { engineOf, quitDesktop, startDesktop, withPort } from './desktop.ts';

/** Faults that can be planted in the bridge. */
export const bridgePlants = [
  'a call that the bridge accepts',
  'a foreign page that the bridge answers',
  'a message that ends the engine of the desktop app',
] as const;

/** Values that a page of the desktop app may try, as written in its script. */
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

/** Calls with inputs, by their names on the page. Printed text may be anything. */
const takers = Object.entries(shellChannels)
  .filter(([name, { input }]) => name !== 'printPdf' && !input.safeParse([]).success)
  .map(([name]) => name);

/** A call of every kind, with inputs that a page of the app might use. */
const rightCalls = [
  ...['openFile()', "openRecent('/etc/passwd')", 'recentFiles()', 'openRunFile()'],
  ...["notify({ title: 'x', body: '', route: '#/run' })", 'setProgress(0.5)', 'keepAwake(true)'],
  ...['setZoom(1)', 'restartEngine()', "showPath('home')", 'checkForUpdate()', "printPdf('x')"],
  "saveFile({ suggestedName: 'a', path: '/etc/passwd', mediaType: 'x', content: 'x' })",
  "saveFolder({ suggestedName: 'a', files: [{ name: 'a', mediaType: 'x', content: 'x' }] })",
];

/** Calls or messages per attempt: one at a time would mostly wait for the window. */
const batch = 20;

/** Expected errors of calls with wrong inputs, or with right ones that lead to nothing that the user has chosen. */
const fitting =
  /^(The message shell:[a-z-]+ is invalid|.* is not among the recent files|.*could not be cloned|.*Failed to read|accepted: (null|undefined)$)/s;

/** @returns a script that makes calls on the bridge, and ends with the outcome of each. */
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

/**
 * @returns a script that sends messages to the engine over a new port, and ends once the engine answers an honest one.
 * It repeats that one: a message that names no call ends all calls in flight on its port.
 */
const sending = (messages: readonly string[]): string =>
  withPort(`let asked = 0;
    const ask = () => {
      asked += 1;
      port.postMessage(JSON.stringify({ i: 'honest' + asked, p: { u: '/app/info' } }));
    };
    const asking = setInterval(ask, 250);
    port.addEventListener('message', ({ data }) => {
      try {
        const { i, p } = JSON.parse(data);
        if (!String(i).startsWith('honest')) return;
        resolve(p.b.json.version);
        clearInterval(asking);
      } catch { /* An answer to nonsense. */ }
    });
    port.start();
    for (const message of ${JSON.stringify(messages)}) port.postMessage(message);
    ask();`);

const foreignAddresses = [
  'data:text/html,<title>Foreign</title>',
  'data:text/html,<iframe srcdoc="x"></iframe>',
  'about:blank',
];
/** A page of the app's origin without the app, which would take the port as well. */
const ownAddress = 'app://wirebench/nothing';

/** A window that is opened for one script. */
interface Visit {
  readonly address: string;
  readonly script: string;
}

/** The bridge of the desktop app, from its own and from foreign pages. */
export class DesktopBridge extends Ground<LaunchedWorkbench> {
  /** The app; all its dialogs are cancelled. */
  protected async launch(home: string): Promise<LaunchedWorkbench> {
    const workbench = await startDesktop(home);
    const cancelling = workbench.app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
      dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });
    });
    await within('the app takes dialogs that are cancelled', cancelling);
    return workbench;
  }

  /** The app is alive, its window shows no failure, and no prototype in it was changed. */
  async #goesOn(times: number): Promise<Result> {
    const { app, page } = await this.running();
    const looking = app.evaluate(() => 'polluted' in {});
    if (await within('the main process answers', looking)) {
      return { broken: 'a prototype of the main process was changed' };
    }
    const alerts = page.getByRole('alert').allInnerTexts();
    const messages = await within('the window says what it shows', alerts);
    return resultOf(messages.length === 0 ? null : messages.join(' '), 'reported', times);
  }

  /** Opens a window of the app with its preload script, runs a script in it, and closes it. */
  async #visit<T>(what: string, visit: Visit): Promise<T> {
    const { app } = await this.running();
    const visiting = app.evaluate(async ({ app: main, BrowserWindow }, { address, script }) => {
      const preload = `${main.getAppPath()}/dist/electron/preload.cjs`;
      const window = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      });
      try {
        await window.loadURL(address);
        return await window.webContents.executeJavaScript(script);
      } finally {
        window.destroy();
      }
    }, visit);
    return within(what, visiting);
  }

  async #wrongInputs({ random, planted }: Try): Promise<Result> {
    const calls = Array.from({ length: batch }, () => {
      const input = random() < 0.5 ? wrongObject(random) : pick(random, values);
      return `${pick(random, takers)}(${input})`;
    });
    if (planted) calls[0] = 'recentFiles()';
    const visit = { address: ownAddress, script: calling(calls) };
    const outcomes = await this.#visit<string[]>('the bridge answers wrong calls', visit);
    const at = outcomes.findIndex((outcome) => !fitting.test(outcome));
    return at < 0 ? this.#goesOn(batch) : { broken: `${calls[at]}: ${outcomes[at]}` };
  }

  async #foreignPage({ random, planted }: Try): Promise<Result> {
    const foreign = { address: pick(random, foreignAddresses), script: calling(rightCalls) };
    const own = { address: ownAddress, script: calling(['recentFiles()']) };
    const visit = planted ? own : foreign;
    const outcomes = await this.#visit<string[]>('the bridge answers a foreign page', visit);
    const answered = outcomes.find((one) => one !== 'This page may not use the desktop shell');
    return answered === undefined ? this.#goesOn(rightCalls.length) : { broken: answered };
  }

  async #damagedMessages({ random, planted }: Try): Promise<Result> {
    const message = Buffer.from('{"i":"1","p":{"u":"/runs/list","b":{"json":{"limit":10}}}}');
    const messages = Array.from({ length: batch }, () => String(damaged(message, true, random)));
    const { app } = await this.running();
    const engine = engineOf(app);
    const visit = { address: ownAddress, script: sending(messages) };
    const version = await this.#visit<string>('the engine answers after damaged messages', visit);
    if (!/^\d+\.\d+\.\d+$/.test(version)) return { broken: `the engine answers ${version}` };
    if (planted) {
      endProcess(engine);
      await until(() => !isAlive(engine));
    }
    return engineOf(app) === engine ? this.#goesOn(batch) : { broken: 'the engine has ended' };
  }

  attacks(): readonly Attack[] {
    const [input, page, message] = bridgePlants;
    return [
      this.attack('calls on Electron’s bridge with wrong inputs', (one) => this.#wrongInputs(one), {
        plant: input,
      }),
      this.attack(
        'calls on Electron’s bridge from foreign pages',
        (one) => this.#foreignPage(one),
        { plant: page },
      ),
      this.attack(
        'messages to the engine of the desktop app that are damaged',
        (one) => this.#damagedMessages(one),
        { plant: message },
      ),
    ];
  }

  protected async last(workbench: LaunchedWorkbench): Promise<string | null> {
    await quitDesktop(workbench);
    this.app = null;
    return null;
  }
}
