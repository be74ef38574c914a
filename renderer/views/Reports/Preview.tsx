import { useRef } from 'react';
import styles from './Reports.module.css';

/**
 * The page as it will be. No script runs in its sandbox, whatever the report says; the same origin is
 * granted so that the place to which it was scrolled can be kept when it is drawn anew.
 */
export function Preview({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);
  const onLoad = () => {
    const page = frame.current?.contentWindow;
    if (!page) return;
    page.scrollTo(0, scrolled.current);
    page.addEventListener('scroll', () => {
      scrolled.current = page.scrollY;
    });
  };
  return (
    <iframe
      ref={frame}
      className={styles.preview}
      title="Preview of the report"
      sandbox="allow-same-origin"
      srcDoc={html}
      onLoad={onLoad}
    />
  );
}
