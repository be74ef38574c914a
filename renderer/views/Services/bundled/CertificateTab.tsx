import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { CertificateFacts } from '../../../../contracts/services.ts';
import { formatExactTime } from '../../../../metrics/format.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { saveText } from '../../../components/saveAs.ts';
import { useEngineQuery } from '../../../transport/engine.ts';
import styles from '../Services.module.css';

/** The certificates of services over TLS, and what a client needs to trust them. */
export function CertificateTab() {
  const query = useEngineQuery(['services', 'certificates'], (engine) =>
    engine.services.certificates(),
  );
  if (query.isPending) return <LoadingState label="Reading the certificates" rows={5} />;
  if (query.isError) {
    return (
      <FailedState
        title="The certificates could not be read"
        error={query.error}
        onRetry={() => query.refetch()}
      />
    );
  }
  const { authority, server, authorityFile, authorityPem } = query.data;
  return (
    <div className={styles.tab}>
      <p className={styles.hint}>
        With TLS the service presents the certificate below. Clients trust it if they trust the
        local authority, whose key never leaves the data folder of this computer.
      </p>
      <Facts title="Server certificate" facts={server} />
      <Facts title="Local authority" facts={authority} />
      <dl className={styles.addresses}>
        <div>
          <dt>File to trust</dt>
          <dd>
            <span className="wb-mono">{authorityFile}</span>
            <CopyButton text={authorityFile} name="Copy: file to trust" />
          </dd>
        </div>
      </dl>
      <Button
        variant="default"
        className={styles.saveButton ?? ''}
        leftSection={<IconDeviceFloppy size={14} stroke={1.7} />}
        onClick={() => saveText('wirebench-ca.pem', 'application/x-pem-file', authorityPem)}
      >
        Save the authority’s certificate…
      </Button>
    </div>
  );
}

function Facts({ title, facts }: { title: string; facts: CertificateFacts }) {
  const rows = [
    ['Subject', facts.subject],
    ['Issuer', facts.issuer],
    ['Valid', `${formatExactTime(facts.validFrom)} to ${formatExactTime(facts.validTo)}`],
    ...(facts.names.length > 0 ? [['Names', facts.names.join(', ')]] : []),
    ['SHA-256', facts.fingerprint],
  ] as const;
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{name === 'SHA-256' ? <Fingerprint text={value} /> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Thirty-two bytes in two lines of sixteen. */
function Fingerprint({ text }: { text: string }) {
  const half = 16 * 3;
  return (
    <span className={`wb-mono ${styles.fingerprint}`}>
      {text.slice(0, half)}
      <wbr />
      {text.slice(half)}
    </span>
  );
}
