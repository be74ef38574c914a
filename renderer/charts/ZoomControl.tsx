import { ActionIcon, Button, Group, NumberInput, Popover, Tooltip } from '@mantine/core';
import { IconZoomIn, IconZoomReset } from '@tabler/icons-react';
import { type FormEvent, memo, useState } from 'react';
import styles from './charts.module.css';
import { validStretch, type Zoom } from './zoom.ts';

/** Zooms to a range of the axis by numbers: the keyboard equivalent of dragging over the plot. */
export function ZoomControl({ zoom }: { zoom: Zoom }) {
  const [opened, setOpened] = useState(false);
  return <ZoomPopover zoom={zoom} opened={opened} setOpened={setOpened} />;
}

interface ZoomPopoverProps {
  readonly zoom: Zoom;
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
}

/** While it is closed, a growing live axis does not affect it. */
function staysClosed(before: ZoomPopoverProps, after: ZoomPopoverProps): boolean {
  return !before.opened && !after.opened && before.zoom.axis === after.zoom.axis;
}

const ZoomPopover = memo(function ZoomPopover({ zoom, opened, setOpened }: ZoomPopoverProps) {
  const axis = zoom.axis.toLowerCase();
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Tooltip label={`Zoom: ${axis} from … to …, or drag over the plot`}>
          <ActionIcon aria-label={`Zoom ${axis}`} size={24} onClick={() => setOpened(!opened)}>
            <IconZoomIn size={15} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <ZoomForm zoom={zoom} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}, staysClosed);

/** Starts with the range shown when it is opened. */
function ZoomForm({ zoom, onDone }: { zoom: Zoom; onDone: () => void }) {
  const { axis, unit, whole, range } = zoom;
  const [from, setFrom] = useState<number | string>(rounded((range ?? whole)[0]));
  const [to, setTo] = useState<number | string>(rounded((range ?? whole)[1]));
  const stretch =
    typeof from === 'number' && typeof to === 'number' ? validStretch(whole, from, to) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!stretch) return;
    zoom.set(stretch);
    onDone();
  };
  const words = (unit === '' ? axis : `${axis}, ${unit}`).toLowerCase();
  return (
    <form aria-label={`Zoom ${axis.toLowerCase()}`} onSubmit={submit}>
      <Group gap={8} align="flex-end" wrap="nowrap">
        <NumberInput
          label={`From (${words})`}
          w={116}
          data-autofocus
          value={from}
          onChange={setFrom}
        />
        <NumberInput label={`To (${words})`} w={116} value={to} onChange={setTo} />
        <Button type="submit" disabled={!stretch}>
          Zoom
        </Button>
      </Group>
    </form>
  );
}

/** The range shown, with a reset button; nothing without zoom. */
export function ZoomReset({ zoom }: { zoom: Zoom }) {
  const { range, format } = zoom;
  if (!range) return null;
  return (
    <button type="button" className={styles.zoomed} onClick={() => zoom.set(null)}>
      <IconZoomReset size={13} stroke={1.7} aria-hidden />
      {format(range[0])} to {format(range[1])}: show all
    </button>
  );
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
