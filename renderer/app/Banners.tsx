import { ActionIcon, Anchor, Button } from '@mantine/core';
import {
  IconHeartBroken,
  IconInfoCircle,
  IconKeyOff,
  IconPlugConnectedX,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { StartNotice } from '../../contracts/engine-api.ts';
import type { EngineEnd } from '../../contracts/shell.ts';
import { formatRoute } from '../navigation/navigation.ts';
import { useConnection } from '../transport/connection.ts';
import { useEngineQuery } from '../transport/engine.ts';
import styles from './AppFrame.module.css';
import { dismissNotices, noticeKey, useDismissed } from './dismissed.ts';
import { dismissEngineEnd, restartEngine, useEngineEnd } from './engineEnd.ts';

/**
 * State of the engine, and what to do about it. The end of an engine and the next engine's notice about
 * the interrupted run share one banner.
 */
export function Banners() {
  const status = useConnection((state) => state.status);
  const end = useEngineEnd((state) => state.end);
  const notices = useNotices();
  if (status === 'outdated') return <OutdatedBanner />;
  if (end) {
    const runs = notices.filter(({ runId }) => runId !== null);
    return (
      <>
        <EndBanner end={end} runs={runs} connected={status === 'open'} />
        <Notices notices={notices.filter(({ runId }) => runId === null)} />
      </>
    );
  }
  if (status === 'lost' || status === 'ended') return <LostBanner />;
  return <Notices notices={notices} />;
}

const noNotices: readonly StartNotice[] = [];

/** Notices from the start of the current engine that were not dismissed. */
function useNotices(): readonly StartNotice[] {
  const connected = useConnection(({ status }) => status === 'open');
  const info = useEngineQuery(['app', 'info'], (engine) => engine.app.info(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const all = info.data?.notices ?? noNotices;
  const dismissed = useDismissed((state) => state.keys);
  return useMemo(
    () => (connected ? all.filter((notice) => !dismissed.includes(noticeKey(notice))) : noNotices),
    [connected, all, dismissed],
  );
}

function LostBanner() {
  return (
    <div className={styles.banner} role="alert">
      <IconPlugConnectedX size={15} stroke={1.8} aria-hidden />
      <span className={styles.notice}>
        The connection to the engine is lost; reconnecting. If Wirebench has stopped, restart it and
        open the address that it prints. Everything measured so far is stored.
      </span>
    </div>
  );
}

function OutdatedBanner() {
  return (
    <div className={styles.banner} role="alert" data-tone="bad">
      <IconKeyOff size={15} stroke={1.8} aria-hidden />
      <span className={styles.notice}>
        Wirebench was restarted. Open the address that it printed, and this window will reconnect.
        Everything measured so far is stored.
      </span>
    </div>
  );
}

interface EndBannerProps {
  readonly end: EngineEnd;
  /** Notices of the following engine about runs that it found interrupted. */
  readonly runs: readonly StartNotice[];
  readonly connected: boolean;
}

function EndBanner({ end, runs, connected }: EndBannerProps) {
  const dismiss = () => {
    dismissNotices(runs);
    dismissEngineEnd();
  };
  return (
    <div className={styles.banner} role="alert" data-tone="bad">
      <IconHeartBroken size={15} stroke={1.8} aria-hidden />
      <span className={styles.notice}>
        The engine ended unexpectedly ({end.reason}). {whatNow(end.restarting, connected)}{' '}
        {runs.length === 0 && 'Everything measured so far is stored.'}
        {runs.map((notice) => (
          <NoticeText key={noticeKey(notice)} notice={notice} />
        ))}
      </span>
      {!end.restarting && (
        <Button color="red" onClick={restartEngine}>
          Restart the engine
        </Button>
      )}
      {connected && <Dismiss what="message" onClick={dismiss} />}
    </div>
  );
}

function whatNow(restarting: boolean, connected: boolean): string {
  if (!restarting) return 'It has now ended twice and will not restart on its own.';
  return connected ? 'It was restarted.' : 'It is restarting.';
}

/** Notices from the engine's start, such as a damaged database that was set aside. */
function Notices({ notices }: { notices: readonly StartNotice[] }) {
  return notices.map((notice) => (
    <div key={noticeKey(notice)} className={styles.banner} role="status">
      <IconInfoCircle size={15} stroke={1.8} aria-hidden />
      <span className={styles.notice}>
        <NoticeText notice={notice} />
      </span>
      <Dismiss what="notice" onClick={() => dismissNotices([notice])} />
    </div>
  ));
}

/** The message, with a link to its run. */
function NoticeText({ notice: { text, runId } }: { notice: StartNotice }): ReactNode {
  if (runId === null) return text;
  const to = formatRoute({ view: 'result', runId });
  return (
    <>
      {text}{' '}
      <Anchor href={to} inherit underline="always" c="inherit">
        Open its result
      </Anchor>{' '}
    </>
  );
}

function Dismiss({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <ActionIcon size={22} aria-label={`Dismiss this ${what}`} onClick={onClick}>
      <IconX size={14} stroke={1.7} />
    </ActionIcon>
  );
}
