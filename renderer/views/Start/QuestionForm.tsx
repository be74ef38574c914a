import { Button, Chip, Group, NumberInput, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { firstProtocols, protocolFacts, protocolNames } from '../../../contracts/protocols.ts';
import { protocols as allProtocols, type Protocol } from '../../../contracts/words.ts';
import { formatWholeSeconds } from '../../../metrics/format.ts';
import { askedExperiment, askedShapes, type Question } from '../../actions/askedExperiment.ts';
import { replaceExperiment } from '../../actions/fileActions.ts';
import { suggestedFileName } from '../../actions/newExperiment.ts';
import { startRun } from '../../actions/startRun.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import { OwnAddresses } from './OwnAddresses.tsx';
import styles from './Start.module.css';

const maxUsers = 10_000;

/** Opens the experiment in the editor, so that it can be seen and changed, runs it and opens its result. */
async function answer(question: Question): Promise<void> {
  const text = askedExperiment(question);
  await replaceExperiment(text, { kind: 'new', name: suggestedFileName(text) });
  await startRun(text);
}

const subjects = [
  { value: 'bundled', label: 'Bundled services' },
  { value: 'own', label: 'My own service' },
];

/** The question that most come with, about the bundled services or an own one. */
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

/** Which protocols, for how many users, with which message. */
function BundledQuestion() {
  const [question, setQuestion] = useState<Question>({
    protocols: firstProtocols,
    shape: 'small',
    users: 10,
    tls: false,
  });
  const { protocols, shape, users, tls } = question;
  const change = (part: Partial<Question>) => setQuestion({ ...question, ...part });
  const text = askedExperiment(question);
  const check = useEngineQuery(['experiments', 'check', text], (engine) =>
    engine.experiments.check({ text }),
  );
  const plan = check.data?.plan;
  const seconds = plan?.longestSeconds ?? plan?.seconds ?? null;
  const isComplete = protocols.length > 1 && users >= 1;
  return (
    <form
      className={styles.question}
      aria-label="The question"
      onSubmit={(event) => {
        event.preventDefault();
        void answer(question);
      }}
    >
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
        <NumberInput
          label="Users"
          w={92}
          min={1}
          max={maxUsers}
          allowDecimal={false}
          value={users}
          onChange={(value) => change({ users: typeof value === 'number' ? value : 0 })}
        />
        <Select
          label="Message"
          w={190}
          allowDeselect={false}
          data={[...askedShapes]}
          value={shape}
          onChange={(value) => change({ shape: value ?? shape })}
        />
        <Switch
          label="TLS"
          checked={tls}
          onChange={({ currentTarget }) => change({ tls: currentTarget.checked })}
        />
        <Button
          type="submit"
          size="sm"
          disabled={!isComplete}
          leftSection={<IconPlayerPlayFilled size={13} />}
        >
          {seconds === null ? 'Answer it' : `Answer it · about ${formatWholeSeconds(seconds)}`}
        </Button>
      </div>
    </form>
  );
}
