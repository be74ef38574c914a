import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ForeignStack } from '../../contracts/stacks.ts';
import { packageRoot } from '../platform/version.ts';
import { stackProgram } from './stacks.ts';
import { toolchains } from './toolchains.ts';

const archive = join('/out', 'services.jsa');
const jar = join('/out', 'services.jar');

describe.runIf(process.platform !== 'win32')('the commands of a stack', () => {
  it.each<[ForeignStack, string[], string, object | undefined]>([
    [
      'go',
      [`go build -trimpath -buildvcs=false -o ${join('/out', 'wirebench-go')} .`],
      join('/out', 'wirebench-go'),
      undefined,
    ],
    [
      'java',
      [
        'mvn --batch-mode --no-transfer-progress -DskipTests -Dout=/out package',
        `java -Xlog:disable -Xlog:all=error:stderr -XX:ArchiveClassesAtExit=${archive} -cp ${jar} wirebench.services.Rehearsal`,
      ],
      `java -Xlog:disable -Xlog:all=warning:stderr -XX:SharedArchiveFile=${archive} -XX:ActiveProcessorCount=3 -jar ${jar}`,
      undefined,
    ],
    [
      'rust',
      ['cargo build --release --locked'],
      join('/out', 'target', 'release', 'wirebench-rust'),
      undefined,
    ],
    [
      'python',
      ['python3 build.py /out'],
      `${join('/out', 'venv', 'bin', 'python')} -m wirebench_stack`,
      { PYTHONPATH: '/sources' },
    ],
  ])('in %s build and start it', (stack, builds, starts, env) => {
    const { build, start } = toolchains[stack];
    expect(build('/out', '/sources').map(({ command }) => command.join(' '))).toEqual(builds);
    const started = start('/out', '/sources', 3);
    expect([started.command.join(' '), started.env]).toEqual([starts, env]);
  });

  it.each<[ForeignStack, string, string | undefined]>([
    ['go', 'go version go1.26.1 linux/amd64', '1.26.1'],
    ['go', 'go version devel', undefined],
    ['java', 'Apache Maven 3.9.9\nJava version: 21.0.2, vendor: X', '21.0.2'],
    ['java', 'Apache Maven 3.9.9\nJava version: 17, vendor: X', '17'],
    ['rust', 'cargo 1.88.0 (x)', '1.88.0'],
    ['python', 'Python 3.11', '3.11'],
  ])('in %s have the version in "%s"', (stack, text, version) => {
    expect(toolchains[stack].number.exec(text)?.[1]).toBe(version);
  });

  it('build into the chosen folder', () => {
    const { WIREBENCH_STACKS } = process.env;
    onTestFinished(() => {
      if (WIREBENCH_STACKS === undefined) delete process.env.WIREBENCH_STACKS;
      else process.env.WIREBENCH_STACKS = WIREBENCH_STACKS;
    });
    process.env.WIREBENCH_STACKS = '/chosen';
    expect(stackProgram('python', 2)).toEqual({
      folder: '/chosen/python',
      command: ['/chosen/python/venv/bin/python', '-m', 'wirebench_stack'],
      env: { PYTHONPATH: join(packageRoot(), 'stacks', 'python') },
    });
  });

  it('need the versions that their sources ask for', () => {
    const named = (path: string, pattern: RegExp) =>
      pattern.exec(readFileSync(join(packageRoot(), 'stacks', path), 'utf8'))?.[1];
    expect(
      Object.entries(toolchains).map(([stack, { atLeast, version, numberOf }]) => [
        stack,
        atLeast,
        version.join(' '),
        numberOf,
      ]),
    ).toEqual([
      ['go', named('go/go.mod', /^go (\d+\.\d+)/m), 'go version', undefined],
      ['java', named('java/pom.xml', /<java\.version>(\d+)</), 'mvn --version', 'java'],
      ['rust', named('rust/Cargo.toml', /^rust-version = "(.+)"/m), 'cargo --version', undefined],
      [
        'python',
        named('python/pyproject.toml', /^requires-python = ">=(.+)"/m),
        'python3 --version',
        undefined,
      ],
    ]);
  });
});
