import { Button } from '@mantine/core';
import { IconPlayerStop, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ShownRequest } from '../../../contracts/attempt.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { describeError } from '../../transport/errors.ts';
import { AnswerView } from './AnswerView.tsx';
import styles from './Exchange.module.css';
import { SentView } from './SentView.tsx';
import { type MayTry, type TriedRequest, useTrying } from './useTrying.ts';

interface ExchangeProps {
  /** Identifies the request; its reply is dropped when it changes. */
  readonly name: string;
  /** Null while it cannot be sent. */
  readonly tried: TriedRequest | null;
  /** Why it cannot, in a sentence; null while that is being determined. */
  readonly missing: string | null;
  /** Why the text could not be created. */
  readonly error?: unknown;
  /** Shown next to the message, such as the editor of a sample. */
  readonly beside?: ReactNode;
  /** Asks the user for missing confirmations. */
  readonly mayTry: MayTry;
}

/** A request as it will be sent, the button that sends it once, and its reply. */
export function Exchange(props: ExchangeProps) {
  const { name, tried, missing, error, beside, mayTry } = props;
  const shown = useEngineQuery(
    ['ownService', 'show', tried],
    async (engine, signal) => (tried === null ? [] : engine.ownService.show(tried, { signal })),
    { enabled: tried !== null, staleTime: 60_000, retry: false, keepPrevious: true },
  );
  const trying = useTrying(`${name} ${tried?.text ?? ''}`, tried, mayTry);
  return (
    <div className={styles.exchange}>
      <div className={styles.sides} data-two={beside !== undefined || undefined}>
        {beside}
        <section aria-label="As it will be sent">
          <h3 className={styles.title}>As it will be sent</h3>
          <Preview
            requests={tried ? shown.data : undefined}
            error={error ?? shown.error}
            missing={missing}
          />
        </section>
      </div>
      <div className={styles.tryBar}>
        {trying.working ? (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={14} stroke={1.7} />}
            onClick={trying.stop}
          >
            Stop
          </Button>
        ) : (
          <Button
            variant="default"
            disabled={tried === null || missing !== null}
            leftSection={<IconSend size={14} stroke={1.7} />}
            onClick={trying.start}
          >
            Try
          </Button>
        )}
        <span className={styles.quiet}>
          {trying.working ? 'Waiting for the answer…' : 'Sends it once; nothing is stored.'}
        </span>
      </div>
      <section aria-label="What came back">
        {trying.error !== null && <Fault error={trying.error} />}
        {trying.attempts.map((attempt, index) => (
          <AnswerView key={index} attempt={attempt} />
        ))}
      </section>
    </div>
  );
}

interface PreviewProps {
  readonly requests: readonly ShownRequest[] | undefined;
  readonly error: unknown;
  readonly missing: string | null;
}

function Preview({ requests, error, missing }: PreviewProps) {
  if (missing !== null) return <p className={styles.quiet}>{missing}</p>;
  if (error != null) return <Fault error={error} />;
  if (!requests) return <p className={styles.quiet}>Writing it…</p>;
  return requests.map(({ request, sent }, index) => (
    <SentView key={`${request} ${index}`} sent={sent} />
  ));
}

/** Why something cannot be sent or read: the place, what was expected, and what to do. */
export function Fault({ error }: { error: unknown }) {
  const { message, hint } = describeError(error);
  return (
    <div className={styles.fault} role="alert">
      {message.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
      {hint !== undefined && <p>{hint}</p>}
    </div>
  );
}
