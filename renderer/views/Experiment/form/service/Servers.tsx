import { NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type Path, valueAt } from '../../../../../contracts/experiment/path.ts';
import { experiment, useExperiment } from '../../../../document/experimentStore.ts';
import {
  addServer,
  removeServer,
  renameServer,
  type ServerKind,
  serversIn,
  type WrittenServer,
  withKind,
} from '../../../../document/ownServers.ts';
import { problemsAt } from '../../problems.ts';
import type { ControlProps } from '../FieldRow.tsx';
import { useSource } from '../SourceContext.tsx';
import { AddButton, IconButton, NameField, SourceLink, YamlField } from './parts.tsx';
import styles from './Service.module.css';

function write(edit: (text: string) => string, group: string): boolean {
  const { text } = useExperiment.getState();
  const edited = edit(text);
  experiment.write(edited, group);
  return edited !== text;
}

/** Own servers: those that Wirebench starts for each trial, and those that it only watches. */
export function Servers({ field }: ControlProps) {
  const servers = serversIn(useSource().data);
  return (
    <div className={styles.things}>
      {servers.map((server) => (
        <Server key={server.name} server={server} field={field} />
      ))}
      <AddButton disabled={field.disabled} onClick={() => write(addServer, 'add server')}>
        {servers.length === 0 ? 'Start or watch a server' : 'Compare with another server'}
      </AddButton>
      {servers.length === 0 && (
        <span className={styles.none}>
          The service is already running. Wirebench can start it for each trial, or watch its CPU
          and memory.
        </span>
      )}
    </div>
  );
}

interface ServerProps extends Pick<ControlProps, 'field'> {
  readonly server: WrittenServer;
}

function Server({ server, field }: ServerProps) {
  const { name, path, kind } = server;
  const what = name === null ? 'the server' : `server ${name}`;
  const { disabled } = field;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own
    <div
      className={styles.thing}
      role="group"
      aria-label={name === null ? 'Server' : `Server ${name}`}
    >
      <div className={styles.line}>
        {name !== null && (
          <NameField
            label={`Name of ${what}`}
            name={name}
            disabled={disabled}
            onRename={(to) => write((text) => renameServer(text, name, to), `rename ${name}`)}
          />
        )}
        <SegmentedControl
          aria-label={`What is done with ${what}`}
          disabled={disabled}
          value={kind}
          onChange={(wanted) =>
            write((text) => withKind(text, server, wanted as ServerKind), `kind of ${what}`)
          }
          data={[
            { value: 'start', label: 'Start it' },
            { value: 'watch', label: 'Watch it' },
          ]}
        />
        <span className={styles.spacer} />
        <IconButton
          label={`Remove ${what}`}
          disabled={disabled}
          onClick={() => write((text) => removeServer(text, server), `remove ${what}`)}
        />
      </div>
      {kind === 'start' ? (
        <Start {...{ server, field, what }} />
      ) : (
        <Watch {...{ server, field, what }} />
      )}
      {kind === 'start' && (
        <SourceLink path={[...path, kind]}>
          Times to get ready and to stop are in the source
        </SourceLink>
      )}
    </div>
  );
}

type KindProps = ServerProps & { readonly what: string };

const readyKinds = [
  { value: '', label: 'It accepts a connection' },
  { value: 'http', label: 'It answers over HTTP' },
  { value: 'health', label: 'Its gRPC health says so' },
  { value: 'log', label: 'It writes a line' },
];
const readyExamples: Readonly<Record<string, string | true>> = {
  http: '/health',
  health: true,
  log: 'listening',
};

function Start({ server, field, what }: KindProps) {
  const path = [...server.path, 'start'];
  const env = valueAt(server.settings, ['env']);
  return (
    <div className={styles.pairs}>
      <span aria-hidden>Command</span>
      <ServerText path={path} name="command" label={`Command of ${what}`} {...{ server, field }} />
      <span aria-hidden>Folder</span>
      <ServerText
        path={path}
        name="folder"
        label={`Folder of ${what}`}
        placeholder="that of the experiment file"
        {...{ server, field }}
      />
      <span aria-hidden>Environment</span>
      <YamlField
        aria-label={`Environment of ${what}`}
        placeholder={'PORT: "{{port}}"'}
        disabled={field.disabled}
        kind="mapping"
        expected={'expected variables, such as PORT: "{{port}}"'}
        value={env}
        onChange={(value) => setOrRemove([...path, 'env'], value)}
      />
      <span aria-hidden>Ready when</span>
      <Ready path={[...path, 'ready']} {...{ server, field, what }} />
      <span />
      <span className={styles.none}>
        {'{{port}}'} in command, environment and address is the port that it is given.
      </span>
    </div>
  );
}

function setOrRemove(path: Path, value: unknown): void {
  if (value === undefined || value === '') experiment.remove(path);
  else experiment.set(path, value);
}

interface ServerTextProps extends ServerProps {
  readonly path: Path;
  readonly name: 'command' | 'folder';
  readonly label: string;
  readonly placeholder?: string;
}

function ServerText({ path, name, label, placeholder, server, field }: ServerTextProps) {
  const value = valueAt(server.settings, [name]);
  const at = [...path, name];
  // A command may be the list of its words.
  if (Array.isArray(value)) {
    return (
      <YamlField
        aria-label={label}
        disabled={field.disabled}
        kind="list"
        expected="expected the list of its words"
        value={value}
        onChange={(words) => setOrRemove(at, words)}
      />
    );
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      disabled={field.disabled}
      error={problemsAt(field.problems, at).length > 0}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={({ currentTarget }) => {
        if (name === 'folder') setOrRemove(at, currentTarget.value);
        else experiment.set(at, currentTarget.value);
      }}
    />
  );
}

function Ready({ path, server, field, what }: KindProps & { readonly path: Path }) {
  const ready = valueAt(server.settings, ['ready']);
  const kind = readyKinds.find(({ value }) => valueAt(ready, [value]) !== undefined)?.value ?? '';
  const value = valueAt(ready, [kind]);
  const choose = (wanted: string | null) => {
    if (wanted === null || wanted === kind) return;
    if (wanted !== '') experiment.set([...path, wanted], readyExamples[wanted]);
    if (kind !== '') experiment.remove([...path, kind]);
  };
  return (
    <div className={styles.line}>
      <Select
        aria-label={`How to know that ${what} is ready`}
        w={190}
        allowDeselect={false}
        disabled={field.disabled}
        data={readyKinds}
        value={kind}
        onChange={choose}
      />
      {typeof value === 'string' && (
        <TextInput
          className={styles.grow}
          aria-label={`Ready: ${kind} of ${what}`}
          disabled={field.disabled}
          error={problemsAt(field.problems, [...path, kind]).length > 0}
          value={value}
          onChange={({ currentTarget }) => experiment.set([...path, kind], currentTarget.value)}
        />
      )}
    </div>
  );
}

function Watch({ server, field, what }: KindProps) {
  const path = [...server.path, 'watch'];
  const key = valueAt(server.settings, ['pid']) === undefined ? 'port' : 'pid';
  const value = valueAt(server.settings, [key]);
  return (
    <div className={styles.line}>
      <span aria-hidden>Found by</span>
      <SegmentedControl
        aria-label={`How ${what} is found`}
        disabled={field.disabled}
        value={key}
        onChange={(wanted) => {
          if (wanted !== key)
            experiment.set(path, { [wanted]: typeof value === 'number' ? value : 1 });
        }}
        data={[
          { value: 'port', label: 'Port' },
          { value: 'pid', label: 'Process' },
        ]}
      />
      <NumberInput
        aria-label={`${key === 'port' ? 'Port' : 'Process'} of ${what}`}
        w={100}
        clampBehavior="none"
        disabled={field.disabled}
        error={problemsAt(field.problems, [...path, key]).length > 0}
        value={typeof value === 'number' ? value : ''}
        onChange={(number) => experiment.set([...path, key], number)}
      />
    </div>
  );
}
