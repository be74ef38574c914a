import type { SentRequest } from '../../../contracts/attempt.ts';
import { formatCount } from '../../../metrics/format.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { drawnBody } from '../../data/exchange.ts';
import styles from './Exchange.module.css';

/** Headers one below the other; nothing if there are none. */
export function HeaderList({ headers, label }: { headers: SentRequest['headers']; label: string }) {
  if (headers.length === 0) return null;
  return (
    <dl className={styles.headers} aria-label={label}>
      {headers.map(([name, value], index) => (
        // Headers may repeat, and never change order.
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A body as text that scrolls by itself. */
export function BodyText({ body, label }: { body: string | null; label: string }) {
  if (body === null || body === '') return null;
  const { text, more } = drawnBody(body);
  return (
    <>
      <ScrollRegion className={styles.body} label={label}>
        <pre>{text}</pre>
      </ScrollRegion>
      {more > 0 && <p className={styles.quiet}>… and {formatCount(more)} more characters</p>}
    </>
  );
}

/** A request as it is sent. */
export function SentView({ sent }: { sent: SentRequest }) {
  return (
    <div className={styles.sent}>
      <p className={styles.call}>{sent.call}</p>
      <HeaderList headers={sent.headers} label="Headers sent" />
      <BodyText body={sent.body} label="Message sent" />
    </div>
  );
}
