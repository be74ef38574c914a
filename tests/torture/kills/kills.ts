import { join } from 'node:path';
import { messageOf } from '../../../contracts/errors.ts';
import { missingChromium } from '../../support/chromium.ts';
import { missingElectron } from '../../support/electron.ts';
import { soonMs } from '../../support/timeouts.ts';
import { type Attack, brokenBy, type Result, type Try, takeTurns } from '../attacks.ts';
import type { Kind, Turn } from '../kind.ts';
import { Workbench } from '../shell/workbench.ts';
import { within } from '../within.ts';
import { BrowserWindows } from './browser-windows.ts';
import { commandAttacks } from './commands.ts';
import { DesktopWindows } from './desktop-windows.ts';
import { endAll } from './homes.ts';
import { Lives } from './lives.ts';
import { Parts } from './parts.ts';
import { powerCuts } from './power-cuts.ts';
import { clockLibrary, clockSteps } from './wall-clock.ts';

/** Attacks that share something running, such as one engine, and its end after a last check. */
type AnyGround = Pick<Lives, 'attacks' | 'close'>;

interface MadeGround {
  readonly name: string;
  /** Why it is unavailable here, or null. */
  missing?(): string | null;
  make(folder: string): AnyGround;
}

/** Each such attack keeps its state in the folder of its try. */
async function leavingNothing(attack: Attack, one: Try): Promise<Result> {
  const result = await attack.attempt(one, null).catch(brokenBy);
  if ('broken' in result) endAll(one.folder);
  return result;
}

const standing = (attacks: readonly Attack[]): AnyGround => ({
  attacks: () => attacks.map((one) => ({ ...one, attempt: (a) => leavingNothing(one, a) })),
  close: async () => null,
});

/** Each has its own lane: most of their time is spent waiting. */
const grounds: readonly MadeGround[] = [
  { name: 'engines', make: (folder) => new Lives(folder) },
  { name: 'more engines', make: (folder) => new Lives(folder) },
  { name: 'parts of an engine', make: (folder) => new Parts(folder) },
  { name: 'runs on the command line', make: () => standing(commandAttacks) },
  {
    name: 'windows in Chromium',
    missing: () => Workbench.missing() ?? missingChromium(),
    make: (folder) => new BrowserWindows(folder),
  },
  {
    name: 'the desktop app',
    missing: missingElectron,
    make: (folder) => new DesktopWindows(folder),
  },
  {
    name: 'steps of the wall clock',
    missing: () => (clockLibrary() === null ? 'libfaketime is not on this machine' : null),
    make: () => standing([clockSteps(clockLibrary() ?? '')]),
  },
  { name: 'power cuts', make: () => standing(powerCuts) },
];

const plantsOf = ({ make }: MadeGround): string[] =>
  make('')
    .attacks()
    .flatMap(({ plant }) => plant ?? []);

const plants = [...new Set(grounds.flatMap(plantsOf))];

/** Those that are available here; for a plant, the first that has it. */
function chosen(turn: Turn): MadeGround[] {
  const wanted = grounds.filter((one) => turn.plant === null || plantsOf(one).includes(turn.plant));
  return wanted.slice(0, turn.plant === null ? undefined : 1).filter(({ name, missing }) => {
    const reason = missing?.() ?? null;
    if (reason !== null) turn.without(name, reason);
    return reason === null;
  });
}

async function runOn(turn: Turn): Promise<void> {
  const made = chosen(turn).map(({ name, make }, lane) => {
    const ground = make(join(turn.folder, `ground-${lane}`));
    return { name, ground, attacks: ground.attacks().map((one) => ({ ...one, lane })) };
  });
  const attacks = made.flatMap((one) => one.attacks);
  await takeTurns(turn, attacks);
  await Promise.all(
    made.map(async ({ name, ground }) => {
      const closing = within('it is closed', ground.close(), 5 * soonMs);
      const saw = await closing.catch(messageOf);
      const what = `the run after all that was done to ${name}`;
      if (saw !== null) turn.broken({ what, saw, again: `seed ${turn.seed}` });
    }),
  );
}

export const kills: Kind = {
  name: 'kills',
  promise:
    'No process is left running; at most the second in progress is lost; steps of the clock change no result; a signal ends the program with 130 and a stored run; the next run works.',
  share: 4,
  expected: 200,
  few: 1,
  plants,
  plantsAtOnce: 3,
  run: async (turn) => {
    if (process.platform === 'linux') await runOn(turn);
    else turn.without('kills', 'processes are looked for in /proc');
  },
};
