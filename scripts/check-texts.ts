import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Longer source files must state at the top why they are not split. */
const maxLines = 400;
const sources = /\.(ts|tsx|mjs)$/;
const explained = /\.(ts|tsx|mjs|css)$/;
const binaries = /\.(png|ico|icns|woff2?|gz|zip|db|hgrm|pdf)$/;

/** Absolute folders of one machine, which are wrong on all others. */
const machinePath = new RegExp(
  ['work', 'root'].map((name) => `(?<![\\w.~)}-])/${name}/\\w`).join('|'),
);
const unfinished = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`);

/**
 * Phrases that a native speaker would not use, each with what to write instead.
 */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/\bways? of talking to a service/i, 'API protocol'],
  [/\bin its turn\b/i, 'in turn'],
  [/\bmak(?:e|es|ing) load\b/i, 'generate load'],
  [/\bread with care\b/i, 'interpret with caution'],
  [/\bwith a chance of \d+ %/i, 'with … % power'],
  [/\b(?:laid|lays?) beside\b/i, 'compared with'],
  [/\bis no (?:valid )?(?:YAML|JSON|object)\b/i, 'is not'],
  [/\bput right\b/i, 'fix'],
  [/\b(?:fail|failed|answer|answered) alike\b/i, 'the same way'],
  [/\bfolder of all state\b/i, 'data folder'],
  [/\blook for (?:a )?newer versions?\b/i, 'check for updates'],
  [/\bskip this cell\b/i, 'skip trial'],
];
/** Files that state a phrase to find it, and files kept in their original form. */
const phraseless = /^(?:scripts\/check-texts|fixtures\/(?:v0\.1\.0|oracle|published)\/)/;

/** Whether a comment at the top, before any code, gives in a sentence the reason for one file. */
function saysWhyOne(text: string): boolean {
  const comment = /^\/\*(?:[^*]|\*(?!\/))*\*\//.exec(text.trimStart())?.[0] ?? '';
  return /\bone file\b[^.]*\b(?:because|since|so that)\b/i.test(comment);
}

/** Source files that a page names, such as `engine/run/verdict.ts`. */
const namedFile =
  /(?<![\w./*-])(?:contracts|engine|workers|services|electron|renderer|scripts|tests)\/[\w./-]+\.(?:tsx?|mjs)\b/g;

/**
 * Faults of a text, as sentences.
 * @param exists whether there is a file of this path; pages may name no others.
 */
export function faultsOf(
  path: string,
  text: string,
  exists: (path: string) => boolean = () => true,
): string[] {
  const faults: string[] = [];
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    if (path.endsWith('.md') && path !== 'CHANGELOG.md') {
      for (const [named] of line.matchAll(namedFile)) {
        if (!exists(named))
          faults.push(`${path}:${index + 1}: names ${named}, which does not exist`);
      }
    }
    if (machinePath.test(line)) faults.push(`${path}:${index + 1}: names a path of one machine`);
    if (sources.test(path) && unfinished.test(line)) {
      faults.push(`${path}:${index + 1}: leaves something unfinished`);
    }
    if (phraseless.test(path)) return;
    for (const [phrase, instead] of foreign) {
      const found = phrase.exec(line)?.[0];
      if (found) faults.push(`${path}:${index + 1}: says “${found}”; better “${instead}”`);
    }
  });
  if (explained.test(path) && lines.length > maxLines && !saysWhyOne(text)) {
    faults.push(
      `${path}: has ${lines.length} lines and does not say why: expected a comment at the top such as “One file, because …”`,
    );
  }
  return faults;
}

/** Faults in all tracked and untracked files that git does not ignore. */
function checkTexts(root: string): string[] {
  const listing = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  return listing
    .split('\0')
    .filter((path) => path !== '' && path !== 'package-lock.json' && !binaries.test(path))
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) =>
      faultsOf(path, readFileSync(join(root, path), 'utf8'), (named) =>
        existsSync(join(root, named)),
      ),
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = checkTexts(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
