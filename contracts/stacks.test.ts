import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { notOffered, stackFacts, stacks } from './stacks.ts';

it('is what the page on stacks says', () => {
  const page = readFileSync(new URL('../docs/stacks.md', import.meta.url), 'utf8');
  for (const stack of stacks) {
    const { madeOf, offers } = stackFacts[stack];
    const offered = Object.entries(offers ?? {})
      .map(([workload, protocols]) => `${workload}: ${protocols.join(', ')}`)
      .join('; ');
    expect(page).toContain(`| \`${stack}\` | ${madeOf} | ${offered || 'all'} |`);
  }
});

it('says in a sentence what a stack does not offer', () => {
  expect(notOffered('node', 'store', 'graphql')).toBeNull();
  expect(notOffered('go', 'team', 'soap')).toBeNull();
  expect(notOffered('go', 'inventory', 'soap')).toBe(
    'There is no soap service in Go: inventory has rest, grpc there.',
  );
  expect(notOffered('rust', 'team', 'rest')).toBe('There is no team service in Rust.');
});
