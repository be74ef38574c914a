import {
  Button,
  Chip,
  Group,
  NumberInput,
  type NumberInputProps,
  SegmentedControl,
  Select,
  Switch,
} from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { firstProtocols, protocolFacts, protocolNames } from '../../../contracts/protocols.ts';
import { protocols as allProtocols, type Protocol } from '../../../contracts/words.ts';
import { formatWholeSeconds } from '../../../metrics/format.ts';
import {
  askedExperiment,
  askedRanges,
  askedShapes,
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

const firstQuestion: Question = {
  ask: 'faster',
  protocols: firstProtocols,
  shape: 'small',
  users: 10,
  highestUsers: 64,
  limitMs: 50,
  tls: false,
};

/** What is asked, of which protocols, and under which load. */
function BundledQuestion() {
  const [question, setQuestion] = useState(firstQuestion);
  const { ask, protocols, shape } = question;
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
        data={[...asks]}
        value={ask}
        onChange={(value) => change({ ask: asks.find((one) => one.value === value)?.value ?? ask })}
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
        <LevelField question={question} change={change} />
        <Select
          label="Message"
          w={190}
          allowDeselect={false}
          data={[...askedShapes]}
          value={shape}
          onChange={(value) => change({ shape: value ?? shape })}
        />
        {ask !== 'tls' && (
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
            ? `Answer it · about ${formatWholeSeconds(seconds)}`
            : 'Answer it'}
        </Button>
      </div>
    </form>
  );
}

interface LevelFieldProps {
  readonly question: Question;
  readonly change: (part: Partial<Question>) => void;
}

/** The load of the question, or the limit that a rate has to keep. */
function LevelField({ question: { ask, users, highestUsers, limitMs }, change }: LevelFieldProps) {
  switch (ask) {
    case 'rate':
      return (
        <NumberField
          key="limit"
          label="p99 below (ms)"
          {...askedRanges.rate}
          initial={limitMs}
          onChange={(value) => change({ limitMs: value })}
        />
      );
    case 'saturation':
      return (
        <NumberField
          key="highest"
          label="Up to users"
          {...askedRanges.saturation}
          allowDecimal={false}
          initial={highestUsers}
          onChange={(value) => change({ highestUsers: value })}
        />
      );
    default:
      return (
        <NumberField
          key="users"
          label="Users"
          {...askedRanges[ask]}
          allowDecimal={false}
          initial={users}
          onChange={(value) => change({ users: value })}
        />
      );
  }
}

interface NumberFieldProps extends Pick<NumberInputProps, 'min' | 'max' | 'allowDecimal'> {
  readonly label: string;
  readonly initial: number;
  /** @param value 0 while there is no number. */
  readonly onChange: (value: number) => void;
}

/** Keeps what is typed, as `2.` on the way to 2.5. */
function NumberField({ initial, onChange, ...others }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | number>(initial);
  return (
    <NumberInput
      w={110}
      decimalScale={3}
      // A decimal comma would otherwise be left out: 2,5 became 25.
      allowedDecimalSeparators={['.', ',']}
      {...others}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        onChange(Number(value) || 0);
      }}
    />
  );
}
