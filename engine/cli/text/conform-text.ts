import type { ConformFinding, ConformReport, ConformWorkload } from '../../../contracts/conform.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { printable } from './table.ts';

/** A failed check: the requirement, what was sent, what was expected and what was received. */
function drawFinding({ name, holds, sent, expected, came }: ConformFinding): string {
  return [
    `  ✗ ${name}: a service ${holds}`,
    `      sent      ${printable(sent)}`,
    `      expected  ${printable(expected)}`,
    `      came      ${printable(came ?? '')}`,
    '',
  ].join('\n');
}

/** Result of a service's checks: each difference, then their number. */
export function drawConformity(
  { protocol, address, checks }: ConformReport,
  workload: ConformWorkload,
): string {
  const of = (outcome: ConformFinding['outcome']) =>
    checks.filter((one) => one.outcome === outcome);
  const [failed, skipped, passed] = [of('failed'), of('skipped'), of('passed')];
  const reasons = [...new Set(skipped.map(({ came }) => came))].join(', ');
  const left = skipped.length === 0 ? '' : `, ${skipped.length} left out (${reasons})`;
  const verdict =
    failed.length === 0
      ? 'conforms'
      : `differs in ${failed.length} of ${failed.length + passed.length} checks`;
  const title = `${protocolFacts[protocol].label} at ${printable(address)}, ${workload}: ${verdict}; ${passed.length} passed${left}\n`;
  return title + failed.map(drawFinding).join('');
}
