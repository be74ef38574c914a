import { describe, expect, it } from 'vitest';
import { makeHead } from '../../tests/support/records.ts';
import { coreSharing, coresFoughtOver } from './core-sharing.ts';

const experiment = (more: string) => `wirebench: 1
name: Shared or not
factors: {protocol: [rest], users: [10]}
load: {model: closed, duration: 5s}
${more}`;
const { environment } = makeHead();
const run = (more: string, cores: number) => ({
  experiment: experiment(more),
  environment: { ...environment, os: 'Linux 6.8', cores },
});

describe('cores that client and service share', () => {
  it.each([
    ['', 2, 'shared cores', 2],
    ['', 64, 'shared cores', null],
    ['pinning: auto', 2, 'cores apart', null],
    ['machines: 2', 2, 'machines of their own', null],
    ['target: {on: machine-b}', 2, 'machines of their own', null],
    ['target: {rest: "http://lab:80"}', 2, 'service elsewhere', null],
    ['target: {start: {command: "node server.js {{port}}"}}', 2, 'shared cores', null],
    ['unknown: 1', 2, 'unknown', null],
  ])('with "%s" on %i cores are %s', (more, cores, sharing, foughtOver) => {
    expect(coreSharing(run(more, cores))).toBe(sharing);
    expect(coresFoughtOver(run(more, cores))).toBe(foughtOver);
  });
});
