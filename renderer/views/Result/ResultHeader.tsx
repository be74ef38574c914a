import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconReport, IconScale } from '@tabler/icons-react';
import type { ExportFormat } from '../../../contracts/engine-api.ts';
import type { RunHead } from '../../../contracts/result.ts';
import { formatExactTime, formatWholeSeconds } from '../../../metrics/format.ts';
import { exportRunPdf } from '../../actions/exportReport.ts';
import { newReportFor } from '../../actions/newReport.ts';
import { exportRunFiles } from '../../actions/runFiles.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { saveAs } from '../../components/saveAs.ts';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { runSeconds } from '../../data/runSummary.ts';
import { navigate } from '../../navigation/navigation.ts';
import { engine } from '../../transport/engine.ts';
import styles from './Result.module.css';

/** Name, state and time of the run, and its exports. */
export function ResultHeader({ run, failing }: { run: RunHead; failing: boolean }) {
  const seconds = runSeconds(run);
  return (
    <ViewHeader
      title={run.name}
      note={
        <span className={styles.headNote}>
          <StatusBadge status={run.status} failing={failing} />
          {formatExactTime(run.startedAt)}
          {seconds !== null && ` · ${formatWholeSeconds(seconds)}`}
        </span>
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconScale size={14} stroke={1.7} />}
            onClick={() => navigate({ view: 'compare', runIds: [run.id] })}
          >
            Compare
          </Button>
          <Button
            variant="default"
            leftSection={<IconReport size={14} stroke={1.7} />}
            onClick={() => void newReportFor([run.id])}
          >
            Report
          </Button>
          <ExportMenu runId={run.id} />
        </>
      }
    />
  );
}

const formats: readonly { format: ExportFormat; label: string; what: string }[] = [
  { format: 'html', label: 'HTML', what: 'a report to read or print' },
  { format: 'json', label: 'JSON', what: 'complete data, for programs' },
  { format: 'csv', label: 'CSV', what: 'one line per trial' },
  { format: 'hgrm', label: 'hgrm', what: 'percentiles for HdrHistogram plotters' },
  { format: 'samples', label: 'Samples', what: 'one line per iteration of a plan, as CSV' },
];

function ExportMenu({ runId }: { runId: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.7} />}
          rightSection={<IconChevronDown size={13} stroke={1.7} />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Item label="PDF" what="a report to print" onClick={() => exportRunPdf(runId)} />
        {formats.map(({ format, label, what }) => (
          <Item key={format} {...{ label, what }} onClick={() => exportRun(runId, format)} />
        ))}
        <Item
          label="Run file"
          what=".wbrun, for another Wirebench"
          onClick={() => exportRunFiles([{ id: runId }])}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  readonly label: string;
  readonly what: string;
  readonly onClick: () => Promise<void>;
}

function Item({ label, what, onClick }: ItemProps) {
  return (
    <Menu.Item
      aria-label={label}
      rightSection={<span className={styles.menuNote}>{what}</span>}
      onClick={() => void onClick()}
    >
      {label}
    </Menu.Item>
  );
}

function exportRun(runId: string, format: ExportFormat): Promise<void> {
  return saveAs('The run could not be exported', async () => {
    const { text, ...file } = await engine.runs.export({ runId, format });
    return { ...file, content: text };
  });
}
