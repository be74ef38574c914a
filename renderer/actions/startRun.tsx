import type { CheckedExperiment, CommandToConfirm } from '../../contracts/engine-api.ts';
import { confirm } from '../components/confirm.ts';
import { notifyError } from '../components/notify.tsx';
import { filesNear, useExperiment } from '../document/experimentStore.ts';
import { navigate } from '../navigation/navigation.ts';
import { engine, queryClient } from '../transport/engine.ts';
import { describeError } from '../transport/errors.ts';
import { replaceExperiment } from './fileActions.ts';
import { suggestedFileName } from './newExperiment.ts';
import { openResultAtEnd } from './resultAtEnd.ts';
import styles from './startRun.module.css';

/** "I am allowed to load this host": asks once per host, and remembers a yes. */
function mayLoad(host: string): Promise<boolean> {
  return confirm({
    title: `Load ${host}?`,
    confirm: 'I am allowed to load this host',
    children: (
      <>
        This experiment sends as many requests as it can to <strong>{host}</strong>, which is not
        this computer. Only load machines that are yours or whose owner has agreed. Wirebench asks
        once per host.
      </>
    ),
  });
}

/** Asks for each host in turn. @returns false if one was refused. */
export async function askForHosts(hosts: readonly string[]): Promise<boolean> {
  for (const host of hosts) {
    if (!(await mayLoad(host))) return false;
    await engine.hosts.confirm({ host });
  }
  return true;
}

/** "Start this program": asks once per command, since an experiment may come from anyone. */
function mayStart({ command, folder, env }: CommandToConfirm): Promise<boolean> {
  return confirm({
    title: 'Start this program?',
    confirm: 'Start it on this computer',
    children: (
      <>
        This experiment starts a program on this computer, with your permissions, for each trial.
        Only start what you know. Wirebench asks once per command.
        <pre className={styles.command}>{command}</pre>
        in {folder}
        {env.length > 0 && <pre className={styles.command}>{env.join('\n')}</pre>}
      </>
    ),
  });
}

/** Asks for each command in turn. @returns false when one was refused. */
async function askForCommands(commands: readonly CommandToConfirm[]): Promise<boolean> {
  for (const command of commands) {
    if (!(await mayStart(command))) return false;
    await engine.commands.confirm({ key: command.key });
  }
  return true;
}

type Plan = NonNullable<CheckedExperiment['plan']>;

/** Asks for each new remote host and command of a plan. @returns false when one was refused. */
export async function askForConsent(plan: Plan): Promise<boolean> {
  return (
    (await askForHosts(plan.unconfirmedHosts)) && (await askForCommands(plan.unconfirmedCommands))
  );
}

/**
 * Starts a run of `text`, after the user has confirmed each new remote host and command, and goes to it and, at
 * its end, to its result. The text is checked again here: the screen may still be showing the check of an earlier text.
 * @param files folder of the files that it names, if not in the collection.
 */
export async function startRun(
  text: string,
  files: ReturnType<typeof filesNear> = {},
): Promise<void> {
  try {
    const { plan, problems } = await engine.experiments.check({ text, ...files });
    if (!plan || problems.length > 0) {
      await showProblems(text, files);
      return;
    }
    if (!(await askForConsent(plan))) return;
    const { runId } = await engine.runs.start({ text, ...files });
    await queryClient.invalidateQueries({ queryKey: ['runs'] });
    await queryClient.invalidateQueries({ queryKey: ['experiments', 'check'] });
    navigate({ view: 'run', runId });
    void openResultAtEnd(runId);
  } catch (error) {
    notifyError(error, 'The run did not start', await wayOn(error));
  }
}

/** Opens a text that cannot be run in the editor, which shows its problems. */
async function showProblems(text: string, { filesOf }: ReturnType<typeof filesNear>) {
  if (useExperiment.getState().text === text) navigate({ view: 'experiment' });
  else await replaceExperiment(text, { kind: 'new', name: suggestedFileName(text), run: filesOf });
}

/** Link to where the obstacle to a run can be resolved; undefined if no view has it. */
async function wayOn(error: unknown) {
  if (describeError(error).code !== 'MACHINES_UNAVAILABLE') return undefined;
  const listening = await engine.machines.state().then(
    (state) => state.listening !== null,
    // Unknown: no link needed.
    () => true,
  );
  return listening ? undefined : ({ label: 'Add machines', route: { view: 'machines' } } as const);
}

/** Starts the experiment that is open. */
export function startOpenExperiment(): Promise<void> {
  const { text, origin } = useExperiment.getState();
  return startRun(text, filesNear(origin));
}
