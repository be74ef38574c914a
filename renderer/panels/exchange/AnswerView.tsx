import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { Attempt } from '../../../contracts/attempt.ts';
import badges from '../../components/Badge.module.css';
import { answerTimes, attemptOutcome } from '../../data/exchange.ts';
import styles from './Exchange.module.css';
import { BodyText, HeaderList } from './SentView.tsx';

/** Reply to a single request: outcome, times, checks, headers, body. */
export function AnswerView({ attempt }: { attempt: Attempt }) {
  const { request, answer, checks, flow, taken = [], remarks = [] } = attempt;
  const { tone, label, why } = attemptOutcome(attempt);
  const Icon = tone === 'good' ? IconCircleCheck : IconCircleX;
  return (
    <div className={styles.answer}>
      {flow && (
        <h3 className={styles.title}>
          Step {flow.step} of {flow.of}: {request}
        </h3>
      )}
      <div className={styles.outcome} role="status">
        <span className={badges.badge} data-tone={tone}>
          <Icon size={14} stroke={1.8} aria-hidden />
          {label}
        </span>
        {why !== null && <span>{why}</span>}
      </div>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {answer && (
        <dl className={styles.times} aria-label="Times and bytes">
          {answerTimes(answer).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {checks.length > 0 && <Checks checks={checks} />}
      <HeaderList
        label="Taken"
        headers={taken.map(({ name, value }): [string, string] => [name, value])}
      />
      {answer && (
        <>
          <HeaderList headers={answer.headers} label="Headers received" />
          <BodyText body={answer.body} label="Answer" />
        </>
      )}
    </div>
  );
}

function Checks({ checks }: Pick<Attempt, 'checks'>) {
  return (
    <ul className={styles.checks} aria-label="Checks">
      {checks.map(({ check, wrong }) => (
        <li key={check} data-wrong={wrong !== null || undefined}>
          {wrong === null ? (
            <IconCircleCheck size={14} stroke={1.8} role="img" aria-label="holds" />
          ) : (
            <IconCircleX size={14} stroke={1.8} role="img" aria-label="does not hold" />
          )}
          <span>
            <code>{check}</code>
            {wrong !== null && ` – ${wrong}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
