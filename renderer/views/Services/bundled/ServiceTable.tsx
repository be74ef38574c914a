import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { memo } from 'react';
import { defaultStack, stackFacts } from '../../../../contracts/stacks.ts';
import type { Protocol } from '../../../../contracts/words.ts';
import { countOf, formatBytes, groupDigits, threeDigits } from '../../../../metrics/format.ts';
import { orderOf, orderService, stopService } from '../../../actions/serviceActions.ts';
import { Sparkline } from '../../../charts/Sparkline.tsx';
import { ProtocolChip } from '../../../components/ProtocolChip.tsx';
import type { WatchedService, WatchedServices } from '../../../data/serviceFeed.ts';
import { protocolStyle } from '../../../look/protocols.ts';
import styles from '../Services.module.css';
import { loopShare } from './loopShare.ts';
import { StateBadge } from './StateBadge.tsx';

interface ServiceTableProps {
  readonly services: WatchedServices;
  readonly selected: Protocol | null;
  readonly onSelect: (protocol: Protocol) => void;
}

/** The bundled services with their current metrics. */
export function ServiceTable({ services, selected, onSelect }: ServiceTableProps) {
  return (
    <table className={styles.table} aria-label="Bundled services">
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">State</th>
          <th scope="col">Port</th>
          <th scope="col" data-numeric colSpan={2}>
            Requests <span className={styles.unit}>/s, last minute</span>
          </th>
          <th scope="col" data-numeric>
            CPU <span className={styles.unit}>cores</span>
          </th>
          <th scope="col" data-numeric>
            Memory
          </th>
          <th scope="col" data-numeric>
            Loop
          </th>
          <th scope="col" className={styles.narrow}>
            <span className={styles.hidden}>Start or stop</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {services.map((one) => (
          <ServiceRow
            key={one.service.protocol}
            one={one}
            selected={one.service.protocol === selected}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ServiceRowProps extends Pick<ServiceTableProps, 'onSelect'> {
  readonly one: WatchedService;
  readonly selected: boolean;
}

/** Each service reports its metrics once a second; a row renders again only for its own. */
const ServiceRow = memo(function ServiceRow({
  one: { service, points },
  selected,
  onSelect,
}: ServiceRowProps) {
  const { protocol, state } = service;
  const { label, color } = protocolStyle(protocol);
  const served = [
    ...(service.workload === 'product' ? [] : [service.workload]),
    ...(service.stack === defaultStack ? [] : [stackFacts[service.stack].label]),
  ];
  const last = state === 'running' ? points.at(-1) : undefined;
  return (
    <tr data-selected={selected || undefined}>
      <th scope="row">
        <button
          type="button"
          className={styles.pick}
          aria-label={`${label} service`}
          aria-pressed={selected}
          onClick={() => onSelect(protocol)}
        >
          <ProtocolChip protocol={protocol} />
        </button>
        {served.length > 0 && <span className={styles.served}> {served.join(', ')}</span>}
      </th>
      <td>
        <StateBadge state={state} />
      </td>
      <td className={styles.figures}>
        {service.port ?? '–'}
        {service.port !== null && service.tls !== 'off' && (
          <span className={styles.unit}> TLS</span>
        )}
      </td>
      <td className={styles.spark}>
        {last && (
          <Sparkline values={points.map((point) => point.requestsPerSecond)} color={color} />
        )}
      </td>
      <td data-numeric>{threeDigits(last?.requestsPerSecond)}</td>
      <td data-numeric>{groupDigits(last?.cpuCores, 2)}</td>
      <td data-numeric>{formatBytes(last?.rssBytes)}</td>
      <td data-numeric>{loopShare(last)}</td>
      <td className={styles.narrow}>
        <RowButton service={service} label={label} />
      </td>
    </tr>
  );
});

interface RowButtonProps {
  readonly service: WatchedService['service'];
  readonly label: string;
}

const RowButton = memo(function RowButton({ service, label }: RowButtonProps) {
  const { protocol, state } = service;
  const runs = state === 'running' || state === 'stopping';
  const name = `${runs ? 'Stop' : 'Start'} the ${label} service`;
  const Icon = runs ? IconPlayerStop : IconPlayerPlay;
  return (
    <Tooltip label={name}>
      <ActionIcon
        aria-label={name}
        loading={state === 'starting' || state === 'stopping'}
        onClick={() => (runs ? stopService(protocol) : orderService(orderOf(service)))}
      >
        <Icon size={15} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
});

/** The total of answered requests, for the header. */
export function answeredWords(services: WatchedServices): string {
  const running = services.filter(({ service }) => service.state === 'running');
  if (running.length === 0) return 'none running';
  const answered = running.reduce((sum, { points }) => sum + (points.at(-1)?.requests ?? 0), 0);
  const requests = countOf(answered, 'request');
  return `${running.length} of ${services.length} running, ${requests} answered`;
}
