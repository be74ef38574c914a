import type { CheckedExperiment, CommandToConfirm } from '../../contracts/engine-api.ts';
import { confirm } from '../components/confirm.ts';
import { engine } from '../transport/engine.ts';
import styles from './consent.module.css';

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
