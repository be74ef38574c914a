import { Panel } from '../../components/Panel.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import { shell } from '../../transport/shell.ts';
import packages from './packages.json';
import styles from './Settings.module.css';

/** The browser engine of this window, from its user agent. */
function windowWords(): string {
  const found = /(Electron|Chrome|Firefox|Version)\/([\d.]+)/.exec(navigator.userAgent);
  const electron = /Electron\/([\d.]+)/.exec(navigator.userAgent)?.[1];
  const chrome = /Chrome\/([\d.]+)/.exec(navigator.userAgent)?.[1];
  if (electron !== undefined) return `Electron ${electron}, Chromium ${chrome ?? 'unknown'}`;
  return found ? `${found[1]} ${found[2]}` : navigator.userAgent;
}

/** Versions, and the packages in Wirebench. */
export function AboutPanel() {
  const info = useEngineQuery(['app', 'info'], (engine) => engine.app.info(), {
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Panel title="Versions" padded={false}>
        <dl className={styles.facts}>
          <dt>Wirebench</dt>
          <dd>{info.data?.version ?? '–'}</dd>
          <dt>Engine</dt>
          <dd>{info.data ? `Node ${info.data.environment.node.replace(/^v/, '')}` : '–'}</dd>
          <dt>Window</dt>
          <dd>
            {windowWords()}, {shell.kind === 'desktop' ? 'desktop' : 'browser'} shell
          </dd>
          <dt>Licence</dt>
          <dd>MIT</dd>
        </dl>
      </Panel>
      <Panel title="Built with" note={`${packages.length} packages`} padded={false}>
        <ScrollRegion className={styles.list} label="Packages and licences">
          <table className={styles.packages}>
            <thead>
              <tr>
                <th scope="col">Package</th>
                <th scope="col">Version</th>
                <th scope="col">Licence</th>
              </tr>
            </thead>
            <tbody>
              {packages.map(({ name, version, licence }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td>{version}</td>
                  <td>{licence}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </Panel>
    </>
  );
}
