import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readExperimentFile } from '../engine/cli/experiment-file.ts';
import { builtInText } from '../engine/experiment/builtin.ts';
import { currentExperimentId, movedExperimentPath } from './moved-experiments.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const old = ['throughput', 'scalability', 'tls'].flatMap((name) =>
  ['', '-quick'].map((twin) => `kth-2024-${name}${twin}`),
);

it.each(old)('%s still opens, by its id and by its path', async (id) => {
  const now = id.replace('kth-2024-', 'kth-2024/');
  expect(currentExperimentId(id)).toBe(now);
  expect(builtInText(id)).toBe(builtInText(now));
  expect(builtInText(id)).toContain('wirebench: 1');
  for (const folder of ['', './', repository]) {
    const path = `${folder}fixtures/experiments/${id}.bench.yaml`;
    expect(movedExperimentPath(path)).toBe(`${folder}fixtures/experiments/${now}.bench.yaml`);
  }
  const file = `${repository}fixtures/experiments/${id}.bench.yaml`;
  expect(await readExperimentFile(file)).toBe(builtInText(now));
});

it('leaves every other path alone', () => {
  expect(movedExperimentPath('C:\\w\\fixtures\\experiments\\kth-2024-tls.bench.yaml')).toBe(
    'C:\\w\\fixtures\\experiments\\kth-2024/tls.bench.yaml',
  );
  for (const path of [
    'kth-2024-tls.bench.yaml',
    'my-fixtures/experiments/kth-2024-tls.bench.yaml',
    'fixtures/experiments/first-look.bench.yaml',
    'fixtures/experiments/kth-2024-tls.bench.yml',
    '-',
  ]) {
    expect(movedExperimentPath(path)).toBeNull();
  }
  expect(currentExperimentId('first-look')).toBe('first-look');
});
