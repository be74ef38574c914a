import { groupDigits, threeDigits } from '../../../../metrics/format.ts';
import { levelDigits, levelWords } from '../../../../metrics/levels.ts';
import { estimateTexts } from '../../../../metrics/usl.ts';
import { curveLook } from '../../../charts/look.ts';
import { SwatchIcon } from '../../../charts/Swatch.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { VerdictBadge } from '../../../components/VerdictBadge.tsx';
import { criterionText, type SaturationRow } from '../../../data/saturation.ts';
import styles from '../Result.module.css';
import { OverrideControl } from './OverrideControl.tsx';
import own from './Saturation.module.css';

/** Saturation of each trial, the reason, and the fit of the Universal Scalability Law. */
export function SaturationTable({ rows }: { rows: readonly SaturationRow[] }) {
  const of = rows[0]?.saturation.of ?? 'users';
  const fit = rows.find(({ usl }) => usl)?.usl;
  const fitted = fit !== undefined && fit !== null;
  const interval = `${Math.round((fit?.confidence ?? 0) * 100)} % interval`;
  return (
    <ScrollRegion className={styles.percentileScroll} label="Saturation, scrollable">
      <table className={own.table} aria-label="Saturation">
        <thead>
          <tr>
            <th scope="col">Series</th>
            <Head name="Saturates at" unit={levelWords(of).axis} />
            <Head name="Throughput" unit="requests/s" />
            <Head name="p95" unit="ms" />
            <Head name="Knee" unit={levelWords(of).axis} />
            {fitted && (
              <>
                <Head name="Contention σ" unit={interval} />
                <Head name="Coherency κ" unit={interval} />
                <Head name="Peak" unit={`users, ${interval}`} />
                <Head name="Fit" unit="R²" />
              </>
            )}
            <th scope="col">Health</th>
            <th scope="col">By hand</th>
          </tr>
        </thead>
        {rows.map((row) => (
          <Rows key={row.key} row={row} fitted={fitted} />
        ))}
      </table>
    </ScrollRegion>
  );
}

function Head({ name, unit }: { name: string; unit: string }) {
  return (
    <th scope="col">
      {name}
      <span>{unit}</span>
    </th>
  );
}

/** Two rows for each trial: the values, and the reason. */
function Rows({ row, fitted }: { row: SaturationRow; fitted: boolean }) {
  const { series, saturation, point, usl, uslDoubt, verdict, reasons } = row;
  const { knee, manual } = saturation;
  const look = curveLook(series);
  return (
    <tbody>
      <tr>
        <th scope="row">
          <span className={styles.seriesName}>
            <SwatchIcon item={look} />
            {look.label}
          </span>
        </th>
        <td>
          <strong>{point ? levelDigits(point.level) : '–'}</strong>
          {manual && <span className={own.byHand}>set by hand</span>}
        </td>
        <td>{threeDigits(point?.throughputRps)}</td>
        <td>{threeDigits(point?.p95Ms)}</td>
        <td>{knee ? levelDigits(knee.level) : '–'}</td>
        {fitted && (
          <>
            <Fitted texts={estimateTexts(usl?.sigma)} />
            <Fitted texts={estimateTexts(usl?.kappa)} />
            <Fitted texts={estimateTexts(usl?.peakUsers)} />
            <td>{groupDigits(usl?.r2, 3)}</td>
          </>
        )}
        <td>
          <VerdictBadge bare verdict={verdict} reasons={reasons} />
        </td>
        <td>
          <OverrideControl row={row} />
        </td>
      </tr>
      <tr>
        <td className={own.reason} colSpan={fitted ? 11 : 7}>
          <strong>{criterionText(saturation)}.</strong> {saturation.reason} {uslDoubt}
          {manual && saturation.point && (
            <>
              {' '}
              Computed: {levelDigits(saturation.point.level)} {levelWords(saturation.of).axis}.
            </>
          )}
        </td>
      </tr>
    </tbody>
  );
}

function Fitted({ texts }: { texts: ReturnType<typeof estimateTexts> }) {
  return (
    <td>
      {texts.value}
      <span>{texts.interval}</span>
    </td>
  );
}
