import { memo } from 'react';
import type { BundledService } from '../../../../contracts/services.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import styles from '../Services.module.css';

/** Addresses of the service, and example calls to copy. */
export const AddressesTab = memo(function AddressesTab({ service }: { service: BundledService }) {
  if (service.target === null) {
    return <p className={styles.tabHint}>The addresses are known once the service is running.</p>;
  }
  return (
    <div className={styles.tab}>
      <dl className={styles.addresses}>
        {service.addresses.map(({ name, address }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="wb-mono">{address}</span>
              <CopyButton text={address} name={`Copy: ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
      {service.examples.map(({ title, text }) => (
        <section key={title} className={styles.example} aria-label={title}>
          <header>
            <h3>{title}</h3>
            <CopyButton text={text} name={`Copy the call: ${title}`} />
          </header>
          <Code text={text} label={`Call: ${title}`} />
        </section>
      ))}
      {service.tls === 'mtls' && (
        <p className={styles.hint}>
          With mutual TLS, only clients with a certificate from the local authority are accepted.
          The clients of a run have one.
        </p>
      )}
    </div>
  );
});

/** Verbatim text in a scrolling box. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <ScrollRegion className={styles.code} label={label}>
      <pre className="wb-mono">{text}</pre>
    </ScrollRegion>
  );
}
