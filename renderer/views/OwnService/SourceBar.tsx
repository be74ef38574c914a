import { Button, FileButton, Select, Textarea } from '@mantine/core';
import { IconFileUpload, IconPlayerStop, IconPlus } from '@tabler/icons-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { type DescribingSource, longestGiven } from '../../../contracts/found.ts';
import { ControlBar } from '../../components/controls/ControlBar.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { typedAs, typedLabel } from '../../data/ownService.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './OwnService.module.css';
import { anySource, ownService, useOwnService } from './ownServiceStore.ts';

/** The source of the description, and the button that reads it. */
export function SourceBar() {
  const query = useEngineQuery(['ownService', 'sources'], (engine) => engine.ownService.sources(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isError) {
    return (
      <FailedState
        title="The kinds of descriptions could not be read"
        error={query.error}
        onRetry={() => query.refetch()}
      />
    );
  }
  return query.data ? <Fields sources={[anySource, ...query.data]} /> : null;
}

function Fields({ sources }: { sources: readonly DescribingSource[] }) {
  const { source: name, typed, reading } = useOwnService();
  const source = sources.find((one) => one.name === name) ?? anySource;
  const { inputs } = source;
  const isTooLong = typed.length > longestGiven;
  const mayRead = typed.trim() !== '' && !isTooLong;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (mayRead && !reading) void ownService.readTyped(source, typedAs(typed, inputs));
  };
  const onKey = (event: KeyboardEvent) => {
    const isLine = !typed.includes('\n');
    if (event.key === 'Enter' && !event.shiftKey && isLine) submit(event);
  };
  return (
    <form onSubmit={submit}>
      <ControlBar label="What describes your service">
        <Select
          label="Described by"
          w={170}
          allowDeselect={false}
          disabled={reading}
          data={sources.map(({ name: value, title: label }) => ({ value, label }))}
          value={source.name}
          onChange={(value) => value && ownService.choose(value)}
        />
        <Textarea
          className={styles.given ?? ''}
          classNames={{ input: styles.typed ?? '' }}
          label={typedLabel(inputs)}
          description={source.help}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={1}
          maxRows={8}
          autoFocus
          disabled={reading}
          spellCheck={false}
          placeholder={source === anySource ? 'localhost:8080' : placeholders[typedLabel(inputs)]}
          value={typed}
          error={
            isTooLong
              ? 'This is too long to paste: give its address, or use the command line.'
              : null
          }
          onChange={({ currentTarget }) => ownService.type(currentTarget.value)}
          onKeyDown={onKey}
        />
        <div className={styles.buttons}>
          {reading ? (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={14} stroke={1.7} />}
              onClick={ownService.stop}
            >
              Stop
            </Button>
          ) : (
            <Button type="submit" disabled={!mayRead} leftSection={<IconPlus size={14} />}>
              {source === anySource ? 'Find it' : 'Read'}
            </Button>
          )}
          {inputs.includes('file') && (
            <FileButton
              multiple
              onChange={(files) => void ownService.readFiles(source, files)}
              disabled={reading}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  disabled={reading}
                  leftSection={<IconFileUpload size={14} stroke={1.7} />}
                >
                  Choose a file…
                </Button>
              )}
            </FileButton>
          )}
        </div>
      </ControlBar>
    </form>
  );
}

const placeholders: Readonly<Record<string, string>> = {
  Address: 'http://127.0.0.1:8080 or 127.0.0.1:50051',
  'Address, or its text': 'http://127.0.0.1:8080/openapi.json',
  Text: '',
};
