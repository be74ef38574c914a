import { Button, Chip, Group, NumberInput, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { firstProtocols, protocolFacts, protocolNames } from '../../../contracts/protocols.ts';
import { protocols as allProtocols, type Protocol } from '../../../contracts/words.ts';
import { formatWholeSeconds } from '../../../metrics/format.ts';
import {
  type Ask,
  askedExperiment,
  askedShapes,
  askOf,
  asks,
  isAnswerable,
  type Question,
} from '../../actions/askedExperiment.ts';
import { replaceExperiment } from '../../actions/fileActions.ts';
import { suggestedFileName } from '../../actions/newExperiment.ts';
import { startRun } from '../../actions/startRun.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import { OwnAddresses } from './OwnAddresses.tsx';
import styles from './Start.module.css';

/**
 * Opens the experiment in the editor, so that it can be seen and changed, runs it and opens its result; nothing where
 * another one is open whose changes are to be kept.
 */
async function answer(question: Question): Promise<void> {
  const text = askedExperiment(question);
  const isOpen = await replaceExperiment(text, { kind: 'new', name: suggestedFileName(text) });
  if (isOpen) await startRun(text);
}

const subjects = [
  { value: 'bundled', label: 'Bundled services' },
  { value: 'own', label: 'My own service' },
];

/** A question about the bundled services or an own one. */
export function QuestionForm() {
  const [subject, setSubject] = useState('bundled');
  return (
    <div className={styles.form}>
      <SegmentedControl
        className={styles.subject ?? ''}
        size="xs"
        aria-label="Whose services"
        data={subjects}
        value={subject}
        onChange={setSubject}
      />
      {subject === 'own' ? <OwnAddresses /> : <BundledQuestion />}
    </div>
  );
}

const [firstAsk] = asks;
const firstQuestion: Question = {
  ask: firstAsk.value,
  protocols: firstProtocols,
  shape: 'small',
  number: firstAsk.first,
  tls: false,
};

/** What is asked, of which protocols, and under which load. */
function BundledQuestion() {
  const [question, setQuestion] = useState(firstQuestion);
  const { protocols, shape } = question;
  const ask = askOf(question.ask);
  const change = (part: Partial<Question>) => setQuestion({ ...question, ...part });
  const isComplete = isAnswerable(question);
  const text = askedExperiment(question);
  const check = useEngineQuery(
    ['experiments', 'check', text],
    (engine) => engine.experiments.check({ text }),
    { enabled: isComplete },
  );
  const plan = check.data?.plan;
  const seconds = plan?.longestSeconds ?? plan?.seconds ?? null;
  return (
    <form
      className={styles.question}
      aria-label="The question"
      onSubmit={(event) => {
        event.preventDefault();
        void answer(question);
      }}
    >
      <SegmentedControl
        className={styles.subject ?? ''}
        size="xs"
        aria-label="What to ask"
        data={asks.map(({ value, label }) => ({ value, label }))}
        value={ask.value}
        onChange={(value) => change(askedInstead(askOf(value), ask, question))}
      />
      <Chip.Group
        multiple
        value={[...protocols]}
        onChange={(chosen) =>
          change({ protocols: allProtocols.filter((one): one is Protocol => chosen.includes(one)) })
        }
      >
        <Group gap={6} role="group" aria-label="What to compare">
          {protocolNames.map((name) => (
            <Chip key={name} value={name} size="xs" variant="outline">
              {protocolFacts[name].label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <div className={styles.terms}>
        <NumberField
          key={ask.field}
          ask={ask}
          onChange={(number) => change({ number })}
          initial={question.number}
        />
        <Select
          label="Message"
          w={190}
          allowDeselect={false}
          data={[...askedShapes]}
          value={shape}
          onChange={(value) => change({ shape: value ?? shape })}
        />
        {ask.value !== 'tls' && (
          <Switch
            label="TLS"
            checked={question.tls}
            onChange={({ currentTarget }) => change({ tls: currentTarget.checked })}
          />
        )}
        <Button
          type="submit"
          size="sm"
          disabled={!isComplete}
          leftSection={<IconPlayerPlayFilled size={13} />}
        >
          {isComplete && seconds !== null
            ? // A search ends as soon as it has its answer.
              `Answer it · ${ask.value === 'rate' ? 'at most' : 'about'} ${formatWholeSeconds(seconds)}`
            : 'Answer it'}
        </Button>
      </div>
    </form>
  );
}

/** Another question, with the number of the one before where both mean the same by it. */
function askedInstead(ask: Ask, before: Ask, { number }: Question): Partial<Question> {
  return { ask: ask.value, number: ask.field === before.field ? number : ask.first };
}

interface NumberFieldProps {
  readonly ask: Ask;
  readonly initial: number;
  /** @param value 0 while there is no number. */
  readonly onChange: (value: number) => void;
}

/** The number of a question. Keeps what is typed, as `2.` on the way to 2.5. */
function NumberField({
  ask: { field, min, max, allowDecimal },
  initial,
  onChange,
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string | number>(initial);
  return (
    <NumberInput
      label={field}
      w={110}
      min={min}
      max={max}
      allowDecimal={allowDecimal}
      decimalScale={3}
      // A decimal comma would otherwise be left out: 2,5 became 25.
      allowedDecimalSeparators={['.', ',']}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        onChange(Number(value) || 0);
      }}
    />
  );
}
