import { join } from 'node:path';
import type { Command } from 'commander';
import { groupDigits } from '../../../metrics/format.ts';
import { databaseName, stateHome } from '../../platform/home.ts';
import type { Checkup } from '../../store/doctor.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { writeResult } from '../streams.ts';
import { surroundings } from '../surroundings.ts';
import { drawTable, printable } from '../text/table.ts';

interface DoctorOptions {
  readonly db?: string;
  readonly save?: string;
  readonly backup?: string;
}

const maxLines = 40;

function drawCheckup({ file, version, tables, damage }: Checkup): string {
  const shown = tables.filter(({ sound, unchecked, lost }) => sound + unchecked + lost > 0);
  const number = (value: number) => groupDigits(value, 0);
  const table = drawTable(
    [
      { title: 'of', cell: (one) => one.table },
      { title: 'sound', align: 'right', cell: (one) => number(one.sound) },
      { title: 'without checksum', align: 'right', cell: (one) => number(one.unchecked) },
      { title: 'lost', align: 'right', cell: (one) => number(one.lost) },
    ],
    shown,
  );
  const more = damage.length - maxLines;
  const lines = damage.slice(0, maxLines).map((one) => `- ${printable(one)}\n`);
  if (more > 0) lines.push(`- and ${number(more)} more\n`);
  const verdict = damage.length === 0 ? 'No damage found.\n' : `Damage found:\n${lines.join('')}`;
  return `${file}, version ${version}\n\n${table}\n${verdict}`;
}

async function doctor({ db, save, backup }: DoctorOptions): Promise<ExitCode> {
  const { backUpDatabase, examineDatabase, savedName, saveWhatCanBe } = await import(
    '../../store/doctor.ts'
  );
  const file = db ?? join(stateHome(surroundings().home), databaseName);
  if (backup !== undefined) {
    backUpDatabase(file, backup);
    await writeResult(`Copied ${file} to ${backup}\n`);
  }
  const checkup = examineDatabase(file);
  await writeResult(drawCheckup(checkup));
  if (checkup.damage.length === 0) return exitCodes.done;
  const target = save ?? savedName(file, new Date());
  saveWhatCanBe(file, target);
  await writeResult(
    `Saved what can be saved as ${target}. To look at it: wirebench list --db ${target}\nTo continue with it, replace ${file} by it while no Wirebench runs.\n`,
  );
  return exitCodes.failed;
}

/** `wirebench doctor` */
export function addDoctorCommand(program: Command, finish: Finish): void {
  program
    .command('doctor')
    .description('check every record of the database, and save what can be saved of a damaged one')
    .option('--db <file>', 'check this database, such as one that was set aside')
    .option('--save <file>', 'file for the data that can be saved; it must not exist yet')
    .option('--backup <file>', 'first copy the unchanged database to this file')
    .action(async (options: DoctorOptions) => finish(await doctor(options)));
}
