import { Button, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { DescribedService } from '../../../contracts/found.ts';
import { askForConsent } from '../../actions/consent.tsx';
import { Panel } from '../../components/Panel.tsx';
import { listedServices, operationAlone } from '../../data/ownService.ts';
import { writeSample } from '../../document/sampleText.ts';
import { Exchange } from '../../panels/exchange/Exchange.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './OwnService.module.css';
import { makeExperiment, ownService, problemOf, useOwnService } from './ownServiceStore.ts';

/** Long enough not to query at every keystroke, short enough to seem immediate. */
const pauseMs = 250;

type Operation = DescribedService['operations'][number];

function operationOf(
  descriptions: Parameters<typeof listedServices>[0],
  key: string | null,
): Operation | null {
  for (const { operations, service } of listedServices(descriptions)) {
    const index = operations.findIndex((one) => one.key === key);
    if (index >= 0) return service.operations[index] ?? null;
  }
  return null;
}

/** The sample of an operation, the resulting message, and the reply. */
export function SamplePanel() {
  const descriptions = useOwnService((state) => state.descriptions);
  const shown = useOwnService((state) => state.shown);
  const operation = useMemo(() => operationOf(descriptions, shown), [descriptions, shown]);
  if (shown === null || operation === null) {
    return (
      <Panel title="Request" className={styles.sample ?? ''}>
        <p className={styles.quiet}>Choose an operation to see its sample, and to try it.</p>
      </Panel>
    );
  }
  return (
    <Panel
      title={operation.label ?? operation.name}
      note={operation.doc === '' ? undefined : operation.doc}
      className={styles.sample ?? ''}
      scroll
    >
      <Sample key={shown} name={shown} operation={operation} />
    </Panel>
  );
}

function Sample({ name, operation }: { name: string; operation: Operation }) {
  const choice = useOwnService();
  const { addresses, edited } = choice;
  const edit = edited.get(name);
  const written = useMemo(() => writeSample(operation.call), [operation]);
  const alone = useMemo(() => operationAlone(choice, name), [addresses, edited, name]);
  const [settled] = useDebouncedValue(alone, pauseMs, { leading: true });
  const isBroken = edit?.call === null;
  const isHomeless = alone?.address === null;
  const made = useEngineQuery(
    ['ownService', 'draft', settled],
    (_engine, signal) => makeExperiment(settled === null ? [] : [settled], signal),
    { enabled: settled !== null && !isBroken, retry: false, keepPrevious: true },
  );
  const tried = useMemo(
    () => (made.data && !made.isPlaceholderData ? { text: made.data.text } : null),
    [made.data, made.isPlaceholderData],
  );
  const missing = isBroken
    ? 'The sample is not YAML.'
    : isHomeless
      ? 'Enter the address of the service at the left.'
      : made.data
        ? problemOf(made.data)
        : null;
  return (
    <Exchange
      name={name}
      tried={missing === null ? tried : null}
      missing={missing}
      error={made.error}
      mayTry={askForConsent}
      beside={
        <div>
          <Textarea
            label="Sample request"
            classNames={{ input: styles.source ?? '' }}
            autosize
            minRows={4}
            maxRows={24}
            spellCheck={false}
            value={edit?.text ?? written}
            error={isBroken ? 'expected YAML, such as path: /orders/7' : null}
            onChange={({ currentTarget: { value } }) => ownService.edit(name, value)}
          />
          {edit && (
            <Button
              mt={6}
              variant="subtle"
              size="compact-xs"
              onClick={() => ownService.undoEdit(name)}
            >
              Take the sample of the description again
            </Button>
          )}
        </div>
      }
    />
  );
}
