import { execFileSync } from 'node:child_process';
import { environment } from '../../engine/platform/environment.ts';
import { formatBytes } from '../../metrics/format.ts';
import type { Peer } from './peers/peer.ts';
import type { Bar, SectionReport } from './sections/section.ts';
import { findTool } from './support/find-tool.ts';
import { markdownTable } from './support/markdown.ts';

/** The machine of the measurements, in a sentence or two. */
export function describeMachine(at: Date): string {
  const { cpu, cores, memoryBytes, os, node } = environment();
  return `Measured on ${at.toISOString().slice(0, 10)}: ${cpu}, ${cores} cores, ${formatBytes(memoryBytes)}, ${os}, Node ${node}.`;
}

/** Name and version of each generator that is installed. */
export function describeTools(peers: readonly Peer[]): string {
  const versions = peers.flatMap((peer) => {
    const program = findTool(peer.program);
    return program ? [`${peer.name} ${versionOf(program, peer.versionArgs)}`] : [];
  });
  return versions.length > 0 ? `Generators: ${versions.join(', ')}.` : '';
}

/** wrk prints its version with exit code 1, ghz on stderr: both streams and any code are accepted. */
function versionOf(program: string, args: readonly string[]): string {
  const quoted = [program, ...args].map((text) => `'${text}'`).join(' ');
  const text = execFileSync('sh', ['-c', `${quoted} 2>&1 || true`], { encoding: 'utf8' });
  return /\d+\.\d+(?:\.\d+)?/.exec(text)?.[0] ?? 'of unknown version';
}

/** A section as written into the page. */
export function describeSection(report: SectionReport, machine: string): string {
  return [`${machine} ${report.method}`, report.text, describeBars(report.bars)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeBars(bars: readonly Bar[]): string {
  if (bars.length === 0) return '';
  const verdict = ({ met }: Bar) => (met === null ? '–' : met ? 'met' : '**missed**');
  const rows = bars.map((bar) => [bar.what, bar.wanted, bar.measured, verdict(bar)]);
  return markdownTable(['to be reached', 'wanted', 'measured', ''], rows);
}
