import { Select, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Inspection } from '../../../contracts/inspection.ts';
import type { Sizes } from '../../../contracts/sizes.ts';
import type { WorkloadName } from '../../../contracts/words.ts';
import type { MessageType } from '../../../workloads/description.ts';
import { inspectMessage } from '../../../workloads/inspect/inspect.ts';
import { jsonBytes } from '../../../workloads/messages/json-bytes.ts';
import { shapeNamesOf, workloadOf } from '../../../workloads/registry.ts';
import { Panel } from '../../components/Panel.tsx';
import { readPasted } from '../../data/inspector.ts';
import { Encodings } from './Encodings.tsx';
import styles from './Sizes.module.css';
import { useSizes } from './sizesStore.ts';

/** Longer messages are inspected by the engine, with a measurement. */
const inspectedHere = 256 * 1024;

type Side = 'request' | 'answer';

function typeOf(workload: WorkloadName, shape: string, side: Side): MessageType | null {
  const operation = workloadOf(workload).operationOf(shape);
  return operation && (side === 'request' ? operation.request : operation.response);
}

/** The message of a shape: as measured, or a request made here. */
function inspectionOf(
  sizes: Sizes | null,
  workload: WorkloadName,
  shape: string,
  side: Side,
): Inspection | null {
  const measured =
    sizes?.workload === workload
      ? sizes.messages.find((each) => each.shape === shape)?.[side]
      : undefined;
  if (measured) return measured;
  if (side === 'answer') return null;
  const { data, requestsOf } = workloadOf(workload);
  const setup = {
    text: 'ascii',
    seed: 1,
    data: data.parse({}),
    fields: 'full',
    dates: 'full',
  } as const;
  const { operation, request } = requestsOf(shape, setup);
  const message = request(0);
  if (jsonBytes(operation.request, message) > inspectedHere) return null;
  return inspectMessage(operation.request, message);
}

/** A message as JSON, XML and Protobuf side by side, and any that is pasted. */
export function Inspector() {
  const { sizes, settings } = useSizes();
  const { workload } = settings;
  const shapes = shapeNamesOf(workload);
  const [chosen, setChosen] = useState<{ shape: string; side: Side } | null>(null);
  const [text, setText] = useState('');
  const shape = chosen && shapes.includes(chosen.shape) ? chosen.shape : (shapes[0] ?? '');
  const side = chosen?.side ?? 'request';
  const type = typeOf(workload, shape, side);
  const pasted = useMemo(
    () => (type && text.trim() !== '' ? readPasted(type, text) : null),
    [type, text],
  );
  const own = useMemo(
    () => inspectionOf(sizes, workload, shape, side),
    [sizes, workload, shape, side],
  );
  const problem = pasted && 'problem' in pasted ? pasted.problem : null;
  const shown = pasted && 'inspection' in pasted ? pasted.inspection : pasted ? null : own;
  return (
    <Panel
      title="Byte inspector"
      note={type ? `${type.name} of the workload ${workload}` : undefined}
    >
      <div className={styles.choose}>
        <Select
          label="Message of shape"
          w={190}
          allowDeselect={false}
          data={[...shapes]}
          value={shape}
          onChange={(value) => value && setChosen({ shape: value, side })}
        />
        <Select
          label="Part"
          w={110}
          allowDeselect={false}
          data={['request', 'answer']}
          value={side}
          onChange={(value) =>
            setChosen({ shape, side: value === 'answer' ? 'answer' : 'request' })
          }
        />
        <Textarea
          className={styles.paste ?? ''}
          label="Or paste your own: Protobuf in hex or base64, or JSON"
          rows={2}
          value={text}
          error={problem}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      {pasted && 'unknown' in pasted && pasted.unknown.length > 0 && (
        <p className={styles.quiet}>Ignored: {pasted.unknown.join('; ')}.</p>
      )}
      {shown ? (
        <Encodings key={`${workload} ${shape} ${side}`} inspection={shown} />
      ) : (
        <p className={styles.quiet}>
          {problem !== null
            ? 'The pasted data is not a valid message of this type.'
            : side === 'answer'
              ? 'Answers come from the service: measure this shape, and its answer is shown here.'
              : 'This message is long: measure this shape, and its first and last bytes are shown here.'}
        </p>
      )}
    </Panel>
  );
}
