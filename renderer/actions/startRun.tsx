import { confirm } from '../components/confirm.ts';
import { notifyError } from '../components/notify.tsx';
import { navigate } from '../navigation/navigation.ts';
import { engine, queryClient } from '../transport/engine.ts';

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

/** Asks for each host in turn. @returns false when one was refused. */
export async function askForHosts(hosts: readonly string[]): Promise<boolean> {
  for (const host of hosts) {
    if (!(await mayLoad(host))) return false;
    await engine.hosts.confirm({ host });
  }
  return true;
}

/**
 * Starts a run of `text`, after the user has confirmed each new remote host, and goes to it. The
 * text is checked here once more: what the screen knows may be about the text of a moment ago.
 */
export async function startRun(text: string): Promise<void> {
  try {
    const { plan, problems } = await engine.experiments.check({ text });
    if (!plan || problems.length > 0) return navigate({ view: 'experiment' });
    if (!(await askForHosts(plan.unconfirmedHosts))) return;
    await engine.runs.start({ text });
    await queryClient.invalidateQueries({ queryKey: ['runs'] });
    await queryClient.invalidateQueries({ queryKey: ['experiments', 'check'] });
    navigate({ view: 'run' });
  } catch (error) {
    notifyError(error, 'The run did not start');
  }
}
