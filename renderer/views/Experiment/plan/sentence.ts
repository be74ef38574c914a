import type { CheckedExperiment } from '../../../../contracts/engine-api.ts';
import { protocols } from '../../../../contracts/words.ts';
import { protocolStyle } from '../../../app/protocols.ts';
import { formatCount, formatDuration } from '../../../components/format.ts';

type Plan = NonNullable<CheckedExperiment['plan']>;

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

function numbered(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** What Run will do, in one sentence. `remote`: the target is not started by Wirebench. */
export function runSentence(plan: Plan, remote: boolean): string {
  const names = protocols
    .filter((protocol) => plan.trials.some(({ cell }) => cell.protocol === protocol))
    .map((protocol) => protocolStyle(protocol).label);
  const users = plan.trials.map(({ cell }) => cell.users);
  const [least, most] = [Math.min(...users), Math.max(...users)];
  const load =
    least === most
      ? numbered(most, 'user', 'users')
      : `${formatCount(least)} to ${numbered(most, 'user', 'users')}`;
  const services = names.length === 1 ? 'service' : 'services';
  const where = remote
    ? `the ${listed(names)} ${services} at the addresses given`
    : `the ${listed(names)} ${services} on this computer`;
  const time = plan.seconds === null ? '' : `, about ${formatDuration(Math.round(plan.seconds))}`;
  const verb = remote ? 'Loads' : 'Starts and loads';
  return `${verb} ${where} with ${load}: ${numbered(plan.trials.length, 'trial', 'trials')}${time}.`;
}
