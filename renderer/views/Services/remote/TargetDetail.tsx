import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconFlask2,
  IconPencil,
  IconPlugConnected,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import type { CheckStep, ListedTarget } from '../../../../contracts/services.ts';
import type { Protocol } from '../../../../contracts/words.ts';
import { formatAgo, formatMs } from '../../../../metrics/format.ts';
import { applyTarget } from '../../../actions/applyTarget.ts';
import { askForHosts } from '../../../actions/consent.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { ProtocolChip } from '../../../components/ProtocolChip.tsx';
import { navigate } from '../../../navigation/navigation.ts';
import { queryClient } from '../../../transport/engine.ts';
import styles from '../Services.module.css';
import { dropTarget, targetsKey } from './targetActions.ts';
import {
  addressesOf,
  type CheckState,
  checkKey,
  checkTarget,
  useTargetChecks,
} from './targetChecks.ts';
import { VerdictMark } from './VerdictMark.tsx';

interface TargetDetailProps {
  readonly target: ListedTarget;
  readonly onEdit: () => void;
}

/** One saved target: whether it can be reached, and whether it may be loaded. */
export function TargetDetail({ target, onEdit }: TargetDetailProps) {
  const checks = useTargetChecks();
  const checksOf = (protocol: Protocol) => checks[checkKey(target.id, protocol)];
  const addresses = addressesOf(target);
  const checking = addresses.some(({ protocol }) => checksOf(protocol) === 'checking');
  return (
    <Panel
      title={target.name}
      note="remote target"
      padded={false}
      className={styles.detail ?? ''}
      actions={<EditButtons target={target} onEdit={onEdit} />}
    >
      <div className={styles.detailBody}>
        <div className={styles.targetButtons}>
          <Button
            loading={checking}
            leftSection={<IconPlugConnected size={15} stroke={1.7} />}
            onClick={() => checkTarget(target)}
          >
            Check
          </Button>
          <Button
            variant="default"
            leftSection={<IconFlask2 size={15} stroke={1.7} />}
            onClick={() => {
              applyTarget(target);
              navigate({ view: 'experiment' });
            }}
          >
            Use in the editor
          </Button>
        </div>
        <Permission target={target} />
        {addresses.map(({ protocol, address }) => (
          <AddressCheckPart
            key={protocol}
            protocol={protocol}
            address={address}
            check={checksOf(protocol)}
          />
        ))}
      </div>
    </Panel>
  );
}

function EditButtons({ target, onEdit }: TargetDetailProps) {
  return (
    <>
      <Tooltip label="Edit this target">
        <ActionIcon aria-label={`Edit ${target.name}`} onClick={onEdit}>
          <IconPencil size={15} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Remove this target">
        <ActionIcon aria-label={`Remove ${target.name}`} onClick={() => dropTarget(target)}>
          <IconTrash size={15} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** The once-per-host confirmation, given here or before the first run. */
function Permission({ target }: { target: ListedTarget }) {
  const open = target.hosts.filter(({ confirmed }) => !confirmed).map(({ host }) => host);
  if (target.hosts.length === 0) {
    return (
      <p className={styles.hint}>This target is on this computer, so it needs no confirmation.</p>
    );
  }
  if (open.length === 0) {
    const hosts = target.hosts.map(({ host }) => host).join(', ');
    return (
      <p className={styles.hint}>
        <IconShieldCheck size={14} stroke={1.8} aria-hidden /> You have confirmed that you are
        allowed to load {hosts}.
      </p>
    );
  }
  const ask = async () => {
    await askForHosts(open);
    await queryClient.invalidateQueries({ queryKey: targetsKey });
    await queryClient.invalidateQueries({ queryKey: ['hosts'] });
  };
  return (
    <p className={styles.hint}>
      No load goes to {open.join(', ')} before you have confirmed that you are allowed to load it.{' '}
      <Button variant="default" size="compact-xs" onClick={ask}>
        Confirm…
      </Button>
    </p>
  );
}

interface AddressCheckPartProps {
  readonly protocol: Protocol;
  readonly address: string;
  readonly check: CheckState | undefined;
}

function AddressCheckPart({ protocol, address, check }: AddressCheckPartProps) {
  return (
    <section className={styles.check} aria-label={`Check of ${address}`}>
      <header>
        <ProtocolChip protocol={protocol} />
        <span className="wb-mono">{address}</span>
        <VerdictMark check={check} />
      </header>
      {check === undefined && <p className={styles.hint}>Not checked yet.</p>}
      {check !== undefined && check !== 'checking' && (
        <>
          <ol className={styles.steps}>
            {check.steps.map((step) => (
              <Step key={step.step} step={step} />
            ))}
          </ol>
          <p className={styles.hint}>
            Checked {formatAgo(check.at)}; at most one request was sent.
          </p>
        </>
      )}
    </section>
  );
}

const stepNames: Record<CheckStep['step'], string> = {
  resolve: 'Name',
  connect: 'Connection',
  tls: 'TLS',
  probe: 'Protocol',
};
const outcomes = {
  ok: { icon: IconCircleCheck, label: 'in order' },
  doubtful: { icon: IconAlertTriangle, label: 'doubtful' },
  failed: { icon: IconCircleX, label: 'failed' },
} as const;

function Step({ step: { step, outcome, ms, words } }: { step: CheckStep }) {
  const { icon: Icon, label } = outcomes[outcome];
  return (
    <li className={styles.step} data-outcome={outcome}>
      <span role="img" aria-label={label}>
        <Icon size={15} stroke={1.8} aria-hidden />
      </span>
      <span className={styles.stepName}>{stepNames[step]}</span>
      <span>{words}</span>
      <span className={styles.stepTime}>{formatMs(ms)}</span>
    </li>
  );
}
