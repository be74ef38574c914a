import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconFileTypePdf, IconFolder, IconHtml } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Report, reportSchema, type StoredReport } from '../../../contracts/report.ts';
import { exportReport } from '../../actions/exportReport.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { navigate } from '../../navigation/navigation.ts';
import { engine, useEngineQuery } from '../../transport/engine.ts';
import { BlockList } from './BlockList.tsx';
import { ReportPreview } from './Preview.tsx';
import styles from './Reports.module.css';
import { type Composition, type SaveState, useComposer } from './useComposer.ts';

/** Editor of a stored report: its blocks on the left, the resulting page on the right. */
export function Composer({ reportId }: { reportId: string }) {
  const query = useEngineQuery(
    ['reports', 'get', reportId],
    (engine) => engine.reports.get({ reportId }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (query.isSuccess) return <Composing stored={query.data} />;
  return (
    <div className={styles.view}>
      <ViewHeader title="Report" actions={<BackButton />} />
      <div className={styles.table}>
        {query.isPending && <LoadingState label="Reading the report" rows={10} />}
        {query.isError && (
          <FailedState
            title="The report could not be read"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        )}
      </div>
    </div>
  );
}

function Composing({ stored }: { stored: StoredReport }) {
  const { report, state, change } = useComposer(stored);
  const rendered = useRendered(report);
  const [focus, setFocus] = useState<string | null>(null);
  return (
    <div className={styles.view}>
      <ViewHeader
        title={report.title.trim() === '' ? 'Untitled report' : report.title}
        note={<SaveNote state={state} untitled={report.title.trim() === ''} />}
        actions={<Actions report={report} />}
      />
      <div className={styles.composer}>
        <div className={styles.parts}>
          <HeadFields report={report} change={change} />
          <BlockList
            report={report}
            figures={rendered.data?.figures ?? []}
            change={change}
            onFocus={setFocus}
          />
        </div>
        <div className={styles.paper}>
          {rendered.isPending && <LoadingState label="Drawing the report" rows={10} />}
          {rendered.isError && (
            <FailedState
              title="The report could not be drawn"
              error={rendered.error}
              onRetry={() => rendered.refetch()}
            />
          )}
          {!rendered.isError && rendered.data && (
            <ReportPreview html={rendered.data.html} focus={focus} />
          )}
        </div>
      </div>
    </div>
  );
}

function SaveNote({ state, untitled }: { state: SaveState; untitled: boolean }) {
  if (untitled) return <span role="status">Not saved: add a title</span>;
  if (typeof state === 'object') return <span role="alert">Not saved: {state.failed}</span>;
  return <span role="status">{state === 'saved' ? 'Saved' : 'Saving …'}</span>;
}

function Actions({ report }: { report: Report }) {
  const disabled = report.title.trim() === '';
  return (
    <>
      <BackButton />
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconHtml size={15} stroke={1.6} />}
        onClick={() => void exportReport(report, 'html')}
      >
        Save HTML
      </Button>
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconFileTypePdf size={15} stroke={1.6} />}
        onClick={() => void exportReport(report, 'pdf')}
      >
        Save PDF
      </Button>
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconFolder size={15} stroke={1.6} />}
        onClick={() => void exportReport(report, 'folder')}
      >
        Save folder
      </Button>
    </>
  );
}

function BackButton() {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconArrowLeft size={14} stroke={1.7} />}
      onClick={() => navigate({ view: 'reports', reportId: null })}
    >
      All reports
    </Button>
  );
}

/** Pause in typing before the preview is rendered again. */
const restMs = 250;

/** The preview of the report, rendered again after changes; the last one stays meanwhile. */
function useRendered(report: Report) {
  const [rested, setRested] = useState(report);
  useEffect(() => {
    if (!reportSchema.safeParse(report).success) return;
    const timer = setTimeout(() => setRested(report), restMs);
    return () => clearTimeout(timer);
  }, [report]);
  return useQuery({
    queryKey: ['reports', 'render', rested],
    queryFn: ({ signal }) => engine.reports.render({ report: rested, preview: true }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

const fields = [
  { name: 'title', label: 'Title', length: 200 },
  { name: 'subtitle', label: 'Subtitle', length: 300 },
  { name: 'authors', label: 'Authors', length: 300 },
] as const;

/** Fields for the top of the page. */
function HeadFields({ report, change }: { report: Report; change: Composition['change'] }) {
  return (
    <Panel title="Head" className={styles.panel ?? ''}>
      <div className={styles.fields}>
        {fields.map(({ name, label, length }) => (
          <TextInput
            key={name}
            label={label}
            maxLength={length}
            value={report[name]}
            error={
              name === 'title' && report.title.trim() === '' ? 'A report needs a title.' : null
            }
            onChange={(event) => {
              const { value } = event.currentTarget;
              change((old) => ({ ...old, [name]: value }));
            }}
          />
        ))}
      </div>
    </Panel>
  );
}
