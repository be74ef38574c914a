import './report.css';
import { hydrateRoot } from 'react-dom/client';
import type { Report, ReportData } from '../../contracts/report.ts';
import { ReportPage } from './ReportPage.tsx';

/** Data that the engine wrote into the page next to the script. */
interface PageData {
  readonly report: Report;
  readonly data: ReportData;
}

const place = document.getElementById('report');
const source = document.getElementById('report-data')?.textContent;
if (place && source) {
  const { report, data } = JSON.parse(source) as PageData;
  hydrateRoot(place, <ReportPage report={report} data={data} />);
}
