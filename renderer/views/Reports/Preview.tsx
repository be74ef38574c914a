import { useCallback, useEffect, useRef } from 'react';
import { blockAnchor } from '../../data/reportBlocks.ts';
import styles from './Reports.module.css';

interface PreviewProps {
  readonly html: string;
  /** The block being edited, to which the page scrolls; null for the top. */
  readonly focus: string | null;
}

/**
 * The resulting page, in a sandbox without an origin. Its own policy and that of the window allow no
 * script in it, whatever a report contains; `allow-scripts` only lets tools for
 * accessibility inspect it.
 */
export function ReportPreview({ html, focus }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef<string | null>(null);
  const scroll = useCallback(() => {
    if (focus === null || shown.current === null) return;
    // All that can be done with a page of another origin is to navigate to its anchors.
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
