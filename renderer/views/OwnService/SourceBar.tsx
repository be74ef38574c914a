import { Button, FileButton, Select, Textarea } from '@mantine/core';
import { IconFileUpload, IconPlayerStop, IconPlus } from '@tabler/icons-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { longestGiven } from '../../../contracts/found.ts';
import { ControlBar } from '../../components/controls/ControlBar.tsx';
import { typedAs, typedLabel } from '../../data/ownService.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './OwnService.module.css';
import { ownService, useOwnService } from './ownServiceStore.ts';

/** What describes the service, and the button that reads it. */
export function SourceBar() {
  const { source: name, typed, reading } = useOwnService();
  const { data: sources = [] } = useEngineQuery(
    ['custom', 'sources'],
    (engine) => engine.custom.sources(),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const source = sources.find((one) => one.name === name) ?? sources[0];
  const inputs = source?.inputs ?? [];
  const isTooLong = typed.length > longestGiven;
  const mayRead = source !== undefined && typed.trim() !== '' && !isTooLong;
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
          value={source?.name ?? null}
          onChange={(value) => value && ownService.choose(value)}
        />
        <Textarea
          className={styles.given ?? ''}
          classNames={{ input: styles.typed ?? '' }}
          label={typedLabel(inputs)}
          description={source?.help}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={1}
          maxRows={8}
          autoFocus
          disabled={reading}
          spellCheck={false}
          placeholder={placeholders[typedLabel(inputs)]}
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
              Read
            </Button>
          )}
          {source?.inputs.includes('file') && (
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
  Address: '127.0.0.1:8080',
  'Address, or its text': 'http://127.0.0.1:8080/openapi.json',
  Text: '',
};
