import { ActionIcon } from '@mantine/core';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useEngineQuery } from '../transport/engine.ts';
import styles from './AppFrame.module.css';

/** What happened when the engine started, such as a damaged database that was set aside. */
export function Notices() {
  const info = useEngineQuery(['app', 'info'], (engine) => engine.app.info(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [read, setRead] = useState<readonly string[]>([]);
  const notices = info.data?.notices.filter((notice) => !read.includes(notice)) ?? [];
  return notices.map((notice) => (
    <div key={notice} className={styles.banner} role="status">
      <IconInfoCircle size={15} stroke={1.8} aria-hidden />
      <span className={styles.notice}>{notice}</span>
      <ActionIcon
        size={22}
        aria-label="Dismiss this notice"
        onClick={() => setRead([...read, notice])}
      >
        <IconX size={14} stroke={1.7} />
      </ActionIcon>
    </div>
  ));
}
