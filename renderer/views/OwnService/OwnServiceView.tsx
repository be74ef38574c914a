import { IconApi } from '@tabler/icons-react';
import { useEffect } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { takeAskedAddresses } from '../../document/askedAddresses.ts';
import { formatRoute } from '../../navigation/navigation.ts';
import { Fault } from '../../panels/exchange/Exchange.tsx';
import { DiscoveryNote } from './DiscoveryNote.tsx';
import { MakeBar } from './MakeBar.tsx';
import { OperationList } from './OperationList.tsx';
import styles from './OwnService.module.css';
import { ownService, useOwnService } from './ownServiceStore.ts';
import { SamplePanel } from './SamplePanel.tsx';
import { SourceBar } from './SourceBar.tsx';

/** From the description of an own service to an experiment: read, pick, try, run. */
export function OwnServiceView() {
  const count = useOwnService(({ descriptions }) => descriptions.length);
  const error = useOwnService((state) => state.error);
  const reading = useOwnService((state) => state.reading);
  useEffect(() => void ownService.findAll(takeAskedAddresses()), []);
  return (
    <div className={styles.view}>
      <ViewHeader title="Your own service" note="its address, pick, try, run" />
      <SourceBar />
      {error !== null && (
        <div className={styles.failed}>
          <Fault error={error} />
        </div>
      )}
      <DiscoveryNote />
      {count > 0 && <MakeBar />}
      {count > 0 ? (
        <div className={styles.columns}>
          <OperationList />
          <SamplePanel />
        </div>
      ) : reading ? (
        <LoadingState label="Asking the service what it offers" rows={10} />
      ) : (
        <EmptyState icon={<IconApi size={20} stroke={1.6} />} title="Nothing read yet">
          Give the address of your service, such as localhost:8080, or choose a description: its
          text or its file. Wirebench lists the operations, writes a sample of each request, and
          picks those that only read. Give a second address to compare protocols.{' '}
          <a className={styles.more} href={formatRoute({ view: 'help', topic: 'own-service' })}>
            More about it
          </a>
        </EmptyState>
      )}
    </div>
  );
}
