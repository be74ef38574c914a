import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { Protocol, WorkloadName } from '../../../../contracts/words.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { saveText } from '../../../components/saveAs.ts';
import { useEngineQuery } from '../../../transport/engine.ts';
import styles from '../Services.module.css';
import { Code } from './AddressesTab.tsx';

interface InterfaceTabProps {
  readonly protocol: Protocol;
  readonly workload: WorkloadName;
}

/** The file that describes the service to clients. */
export function InterfaceTab({ protocol, workload }: InterfaceTabProps) {
  const query = useEngineQuery(
    ['services', 'interfaceFile', protocol, workload],
    (engine) => engine.services.interfaceFile({ protocol, workload }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (query.isPending) return <LoadingState label="Reading the interface file" rows={5} />;
  if (query.isError) {
    return (
      <FailedState
        title="The interface file could not be read"
        error={query.error}
        onRetry={() => query.refetch()}
      />
    );
  }
  const { name, mediaType, text } = query.data;
  return (
    <div className={styles.tab} data-fill>
      <div className={styles.fileBar}>
        <span className="wb-mono">{name}</span>
        <CopyButton text={text} name={`Copy ${name}`} />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDeviceFloppy size={14} stroke={1.7} />}
          onClick={() => saveText(name, mediaType, text)}
        >
          Save…
        </Button>
      </div>
      <Code text={text} label={name} />
    </div>
  );
}
