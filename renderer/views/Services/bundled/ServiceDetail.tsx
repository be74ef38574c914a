import { Button, NumberInput, Select, Tabs } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { BundledService } from '../../../../contracts/services.ts';
import {
  defaultStack,
  notOffered,
  type Stack,
  stackFacts,
  stackSchema,
  stacks,
} from '../../../../contracts/stacks.ts';
import {
  type TlsLevel,
  tlsLevelSchema,
  type WorkloadName,
  workloadNameSchema,
} from '../../../../contracts/words.ts';
import {
  formatAgo,
  formatBytes,
  formatCount,
  groupDigits,
  threeDigits,
} from '../../../../metrics/format.ts';
import { workloads } from '../../../../workloads/registry.ts';
import { orderOf, orderService, stopService } from '../../../actions/serviceActions.ts';
import { Panel } from '../../../components/Panel.tsx';
import { Stat } from '../../../components/Stat.tsx';
import type { WatchedService } from '../../../data/serviceFeed.ts';
import { choicesOf, field } from '../../../document/fields.ts';
import { protocolStyle } from '../../../look/protocols.ts';
import styles from '../Services.module.css';
import { AddressesTab } from './AddressesTab.tsx';
import { CertificateTab } from './CertificateTab.tsx';
import { InterfaceTab } from './InterfaceTab.tsx';
import { LogTab } from './LogTab.tsx';
import { loopShare } from './loopShare.ts';
import { StateBadge } from './StateBadge.tsx';

/** One bundled service: its settings, its metrics, and everything needed to use it. */
export const ServiceDetail = memo(function ServiceDetail({ one }: { one: WatchedService }) {
  const { service } = one;
  const { label } = protocolStyle(service.protocol);
  return (
    <Panel
      title={`${label} service`}
      note={<StateBadge state={service.state} />}
      padded={false}
      className={styles.detail ?? ''}
    >
      <div className={styles.detailBody}>
        <Order key={orderKey(service)} service={service} />
        {service.reason !== null && (
          <p className={styles.reason} role="alert">
            {service.reason} Fix that and start it again; the log ends with its last messages.
          </p>
        )}
        {service.state === 'running' && <Figures one={one} />}
        <Tabs defaultValue="addresses" className={styles.tabs} keepMounted={false}>
          <Tabs.List aria-label={`About the ${label} service`}>
            <Tabs.Tab value="addresses">Addresses</Tabs.Tab>
            <Tabs.Tab value="certificate">Certificate</Tabs.Tab>
            <Tabs.Tab value="interface">Interface file</Tabs.Tab>
            <Tabs.Tab value="log">Log</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="addresses">
            <AddressesTab service={service} />
          </Tabs.Panel>
          <Tabs.Panel value="certificate">
            <CertificateTab />
          </Tabs.Panel>
          <Tabs.Panel value="interface">
            <InterfaceTab protocol={service.protocol} workload={service.workload} />
          </Tabs.Panel>
          <Tabs.Panel value="log">
            <LogTab log={one.log} name={`${service.protocol}-service.log`} />
          </Tabs.Panel>
        </Tabs>
      </div>
    </Panel>
  );
});

/** The form is reset when the service was started with other settings. */
function orderKey(service: BundledService): string {
  return Object.values(orderOf(service)).join(' ');
}

const workloadChoices = Object.values(workloads).map(({ description }) => description.name);

/** Workload, TLS and port for the next start, and the button that starts. The metrics of each second do not render it again. */
const Order = memo(function Order({ service }: { service: BundledService }) {
  const { protocol, state } = service;
  const [workload, setWorkload] = useState<WorkloadName>(service.workload);
  const [tls, setTls] = useState<TlsLevel>(service.tls);
  const [stack, setStack] = useState<Stack>(service.stack);
  const [port, setPort] = useState<number | ''>(service.wantedPort || '');
  const order = { protocol, workload, tls, stack, port: port === '' ? 0 : port };
  const runs = state === 'running';
  const busy = state === 'starting' || state === 'stopping';
  const was = orderOf(service);
  const differs =
    workload !== was.workload || tls !== was.tls || stack !== was.stack || order.port !== was.port;
  return (
    <div className={styles.order}>
      <Select
        label="Workload"
        w={112}
        allowDeselect={false}
        disabled={busy}
        value={workload}
        onChange={(value) => {
          const name = workloadNameSchema.safeParse(value);
          if (!name.success) return;
          setWorkload(name.data);
          if (notOffered(stack, name.data, protocol) !== null) setStack(defaultStack);
        }}
        data={workloadChoices}
      />
      <Select
        label="Stack"
        w={96}
        allowDeselect={false}
        disabled={busy}
        value={stack}
        onChange={(value) => {
          const name = stackSchema.safeParse(value);
          if (name.success) setStack(name.data);
        }}
        data={stacks.map((value) => ({
          value,
          label: stackFacts[value].label,
          disabled: notOffered(value, workload, protocol) !== null,
        }))}
      />
      <Select
        label="TLS"
        w={96}
        allowDeselect={false}
        disabled={busy}
        value={tls}
        onChange={(value) => {
          const level = tlsLevelSchema.safeParse(value);
          if (level.success) setTls(level.data);
        }}
        data={choicesOf(field('factors.tls'))}
      />
      <NumberInput
        label="Port"
        w={104}
        placeholder="any free port"
        min={0}
        max={65_535}
        allowDecimal={false}
        hideControls
        disabled={busy}
        value={port}
        onChange={(value) => setPort(typeof value === 'number' ? value : '')}
      />
      <div className={styles.orderButtons}>
        {runs && (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={14} stroke={1.7} />}
            onClick={() => stopService(protocol)}
          >
            Stop
          </Button>
        )}
        <Button
          variant={runs && !differs ? 'default' : 'filled'}
          loading={busy}
          leftSection={
            runs ? (
              <IconRefresh size={14} stroke={1.7} />
            ) : (
              <IconPlayerPlay size={14} stroke={1.7} />
            )
          }
          onClick={() => orderService(order)}
        >
          {runs ? 'Restart' : 'Start'}
        </Button>
      </div>
    </div>
  );
});

function Figures({ one: { service, points } }: { one: WatchedService }) {
  const last = points.at(-1);
  const cpu = groupDigits(last?.cpuCores, 2);
  return (
    <div className={styles.stats}>
      <Stat size="sm" label="Answered" value={formatCount(last?.requests)} />
      <Stat size="sm" label="Now" value={threeDigits(last?.requestsPerSecond)} unit="req/s" />
      <Stat size="sm" label="CPU" value={cpu} unit="cores" />
      <Stat size="sm" label="Memory" value={formatBytes(last?.rssBytes)} />
      <Stat size="sm" label="Heap" value={formatBytes(last?.heapBytes)} />
      <Stat size="sm" label="Event loop" value={loopShare(last)} />
      <Stat size="sm" label="Process" value={service.pid ?? '–'} />
      <Stat
        size="sm"
        label="Started"
        value={service.startedAt === null ? '–' : formatAgo(service.startedAt)}
      />
    </div>
  );
}
