import { type Argument, Command, Help, type Option } from 'commander';
import { version } from '../platform/version.ts';
import type { Finish } from './exit-codes.ts';
import { surroundings } from './surroundings.ts';

const epilogue = `
RUN is the id of a run, its first four or more characters, or "latest".
Exit codes: 0 done; 1 the run failed; 2 the input is wrong; 3 a threshold failed; 130 interrupted.
WIREBENCH_HOME sets the data folder.`;

type AddCommand = (program: Command, finish: Finish) => void;

/** In the order of the help. Each is loaded on demand, since their common dependencies take most of the start-up time. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  run: async () => (await import('./commands/run.ts')).addRunCommand,
  validate: async () => (await import('./commands/validate.ts')).addValidateCommand,
  new: async () => (await import('./commands/new.ts')).addNewCommand,
  try: async () => (await import('./commands/try.ts')).addTryCommand,
  list: async () => (await import('./commands/list.ts')).addListCommand,
  show: async () => (await import('./commands/show.ts')).addShowCommand,
  compare: async () => (await import('./commands/compare.ts')).addCompareCommand,
  stats: async () => (await import('./commands/stats.ts')).addStatsCommand,
  published: async () => (await import('./commands/published.ts')).addPublishedCommand,
  campaign: async () => (await import('./commands/campaign.ts')).addCampaignCommand,
  delete: async () => (await import('./commands/delete.ts')).addDeleteCommand,
  restore: async () => (await import('./commands/restore.ts')).addRestoreCommand,
  export: async () => (await import('./commands/export.ts')).addExportCommand,
  import: async () => (await import('./commands/import.ts')).addImportCommand,
  tag: async () => (await import('./commands/tag.ts')).addTagCommand,
  report: async () => (await import('./commands/report.ts')).addReportCommand,
  services: async () => (await import('./commands/services.ts')).addServicesCommand,
  conform: async () => (await import('./commands/conform.ts')).addConformCommand,
  stacks: async () => (await import('./commands/stacks.ts')).addStacksCommand,
  calibrate: async () => (await import('./commands/calibrate.ts')).addCalibrateCommand,
  serve: async () => (await import('./commands/serve.ts')).addServeCommand,
  agent: async () => (await import('./commands/agent.ts')).addAgentCommand,
  agents: async () => (await import('./commands/agents.ts')).addAgentsCommand,
  wire: async () => (await import('./commands/wire.ts')).addWireCommand,
  sizes: async () => (await import('./commands/sizes.ts')).addSizesCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
};

const plain = new Help();

/** An empty list is not worth showing as a default. */
function isNone(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const helpTexts = {
  optionDescription: (option: Option) =>
    isNone(option.defaultValue) ? option.description : plain.optionDescription(option),
  argumentDescription: (argument: Argument) =>
    isNone(argument.defaultValue) ? argument.description : plain.argumentDescription(argument),
};

/** The commands needed for these arguments: the named one, none for the version, else all. */
function commandsFor(args: readonly string[]) {
  const [first = ''] = args;
  if (first === '-V' || first === '--version') return [];
  const named = Object.hasOwn(commands, first) ? commands[first] : undefined;
  return named ? [named] : Object.values(commands);
}

/**
 * The command line for these arguments; all of it without any.
 * Wrong arguments are thrown as CommanderError, after their message was printed.
 * @param args arguments after the program's name.
 */
export async function createProgram(
  finish: Finish,
  args: readonly string[] = [],
): Promise<Command> {
  const program = new Command('wirebench')
    .description('Measures which API protocol is faster, by how much, and why.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help for the command')
    .configureHelp(helpTexts)
    .showHelpAfterError('Run the command with --help to see its arguments and options.')
    .addHelpText('after', epilogue)
    .configureOutput({
      writeOut: (text) => surroundings().stdout.write(text),
      writeErr: (text) => surroundings().stderr.write(text),
    })
    .exitOverride();
  const added = await Promise.all(commandsFor(args).map((load) => load()));
  for (const add of added) add(program, finish);
  return program;
}
