import { readOptions, usage } from './options.ts';
import { autocannon } from './peers/autocannon.ts';
import { ghz } from './peers/ghz.ts';
import { h2load } from './peers/h2load.ts';
import { k6 } from './peers/k6.ts';
import { oha } from './peers/oha.ts';
import { wrk } from './peers/wrk.ts';
import { describeTools } from './report.ts';
import { runSections, say, writeFigures, writePage } from './run-sections.ts';
import { flowsSection } from './sections/flows.ts';
import { grpcSection, restSection, streamsSection, tlsSection } from './sections/generators.ts';
import { measuringSection } from './sections/measuring.ts';
import { openSection } from './sections/open.ts';
import { scaleSection } from './sections/scale.ts';
import type { Section } from './sections/section.ts';
import { taxSection } from './sections/tax.ts';
import { valuesSection } from './sections/values.ts';
import { workersSection } from './sections/workers.ts';

/**
 * Measures Wirebench's load generator against others, on this machine: `npm run bench:generator`.
 * Method and results are in docs/performance.md.
 */
const sections: readonly Section[] = [
  restSection,
  tlsSection,
  grpcSection,
  streamsSection,
  taxSection,
  valuesSection,
  flowsSection,
  workersSection,
  measuringSection,
  scaleSection,
  openSection,
];
const peers = [wrk, h2load, autocannon, oha, k6, ghz];

const lengths = {
  full: { rounds: 5, seconds: 3, warmUp: 1, longSeconds: 60 },
  quick: { rounds: 1, seconds: 1, warmUp: 1, longSeconds: 10 },
};

const command = { name: 'generator', noun: 'section', all: sections.map(({ id }) => id) } as const;
if (process.argv.includes('--help')) process.stdout.write(usage(command));
else {
  const { quick, only, rounds, write, out } = readOptions(process.argv.slice(2), command);
  const chosen = sections.filter(({ id }) => only.length === 0 || only.includes(id));
  const wanted = quick ? lengths.quick : lengths.full;
  const finished = await runSections(chosen, { ...wanted, rounds: rounds ?? wanted.rounds });
  const tools = describeTools(peers);
  await writeFigures(out, tools, finished);
  if (write) {
    // The tables left unchanged were measured with the tools of that time.
    const isAll = finished.length === sections.length;
    const texts = finished.map(({ section, text }) => [section.id, text]);
    await writePage({ ...(isAll ? { tools } : {}), ...Object.fromEntries(texts) });
  }
  const missed = finished.flatMap(({ report }) => report.bars).filter(({ met }) => met === false);
  say(missed.length === 0 ? 'Every measured target is met.' : `Missed: ${missed.length}`);
}
