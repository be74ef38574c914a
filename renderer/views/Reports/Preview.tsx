import { useCallback, useEffect, useRef } from 'react';
import { blockAnchor } from '../../data/reportBlocks.ts';
import styles from './Reports.module.css';

interface PreviewProps {
  readonly html: string;
  /** The block that is being changed, to which the page scrolls; null for its top. */
  readonly focus: string | null;
}

/**
 * The page as it will be, in a sandbox of no origin. Its own policy and that of the window allow no
 * script in it, whatever a report says; `allow-scripts` only lets tools that look after
 * accessibility see what is in it.
 */
export function ReportPreview({ html, focus }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef<string | null>(null);
  const scroll = useCallback(() => {
    if (focus === null || shown.current === null) return;
    // Nothing else can be asked of a page of another origin than to go to a place in itself.
    const place = `about:srcdoc#${encodeURIComponent(blockAnchor(focus))}`;
    frame.current?.contentWindow?.location.replace(place);
  }, [focus]);
  useEffect(scroll, [scroll]);
  const onLoad = () => {
    if (shown.current === html) return;
    shown.current = html;
    scroll();
  };
  return (
    <iframe
      ref={frame}
      className={styles.preview}
      title="Preview of the report"
      sandbox="allow-scripts"
      srcDoc={html}
      onLoad={onLoad}
    />
  );
}
