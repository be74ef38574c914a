import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconMathFunction, IconPhotoDown, IconTable } from '@tabler/icons-react';
import { type ComponentType, memo, type RefObject, useState } from 'react';
import type { FigureTable } from '../data/table.ts';
import { ChartData } from './ChartData.tsx';
import styles from './charts.module.css';
import { createCursor, useCursor } from './cursor.ts';
import type { FigureState } from './figure.ts';
import { pictureOf } from './figurePicture.ts';
import { HowComputed } from './HowComputed.tsx';
import { type PictureFormat, pictureFormats } from './picture.ts';
import { savePng, saveSvg } from './savePicture.ts';

interface ChartToolsProps {
  /** Live charts update four times a second; the tools read the latest values only when used. */
  readonly latest: RefObject<FigureState>;
  readonly explained: boolean;
}

/** Tools to explain and export a figure. */
export const ChartTools = memo(function ChartTools({ latest, explained }: ChartToolsProps) {
  const [data, setData] = useState<FigureTable | null>(null);
  const [how, setHow] = useState(false);
  return (
    <>
      {explained && (
        <Tool label="How this was computed" icon={IconMathFunction} onClick={() => setHow(true)} />
      )}
      <Tool label="Show data" icon={IconTable} onClick={() => setData(latest.current.table())} />
      <SavePicture latest={latest} />
      {data && <ChartData table={data} onClose={() => setData(null)} />}
      {how && (
        <HowComputed title={latest.current.title} onClose={() => setHow(false)}>
          {latest.current.how}
        </HowComputed>
      )}
    </>
  );
});

/** Whether pictures have no title because a caption replaces it; for all figures of the window. */
const untitled = createCursor<true>();

/** A figure for print has the width of its column, so that its text keeps its size. */
function SavePicture({ latest }: Pick<ChartToolsProps, 'latest'>) {
  const titled = useCursor(untitled) === null;
  const saver = (save: typeof savePng, format: PictureFormat) => () =>
    void save(pictureOf(latest.current, titled), {
      ...format,
      ...(titled ? {} : { titleSize: null }),
    });
  const { screen, column, page } = pictureFormats;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Save picture">
          <ActionIcon aria-label="Save picture" size={24} className={styles.tool ?? ''}>
            <IconPhotoDown size={15} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>PNG, for slides</Menu.Label>
        <Menu.Item onClick={saver(savePng, screen)}>1520 pixels wide</Menu.Item>
        <Menu.Label>SVG, for print; selectable text</Menu.Label>
        <Menu.Item onClick={saver(saveSvg, column)}>One column, 84 mm</Menu.Item>
        <Menu.Item onClick={saver(saveSvg, page)}>Two columns, 178 mm</Menu.Item>
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={titled}
          onChange={(wanted) => untitled.set(wanted ? null : true)}
        >
          With its title
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  readonly onClick: () => void;
}

function Tool({ label, icon: Icon, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} size={24} className={styles.tool ?? ''} onClick={onClick}>
        <Icon size={15} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}
