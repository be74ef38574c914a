import { type Argument, Command, Help, type Option } from 'commander';
import { version } from '../platform/version.ts';
import { addAgentCommand } from './commands/agent.ts';
import { addAgentsCommand } from './commands/agents.ts';
import { addCalibrateCommand } from './commands/calibrate.ts';
import { addCampaignCommand } from './commands/campaign.ts';
import { addCompareCommand } from './commands/compare.ts';
import { addConformCommand } from './commands/conform.ts';
import { addDeleteCommand } from './commands/delete.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addExportCommand } from './commands/export.ts';
import { addImportCommand } from './commands/import.ts';
import { addListCommand } from './commands/list.ts';
import { addNewCommand } from './commands/new.ts';
import { addPublishedCommand } from './commands/published.ts';
import { addReportCommand } from './commands/report.ts';
import { addRestoreCommand } from './commands/restore.ts';
import { addRunCommand } from './commands/run.ts';
import { addServeCommand } from './commands/serve.ts';
import { addServicesCommand } from './commands/services.ts';
import { addShowCommand } from './commands/show.ts';
import { addSizesCommand } from './commands/sizes.ts';
import { addStacksCommand } from './commands/stacks.ts';
import { addStatsCommand } from './commands/stats.ts';
import { addTagCommand } from './commands/tag.ts';
import { addTryCommand } from './commands/try.ts';
import { addValidateCommand } from './commands/validate.ts';
import { addWireCommand } from './commands/wire.ts';
import type { Finish } from './exit-codes.ts';

const epilogue = `
RUN is the id of a run, its first four or more characters, or "latest".
Exit codes: 0 done; 1 the run failed; 2 the input is wrong; 3 a threshold failed; 130 interrupted.
WIREBENCH_HOME sets the data folder.`;

const plain = new Help();

/** That nothing of a list is given is no default worth telling. */
function isNone(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const helpTexts = {
  optionDescription: (option: Option) =>
    isNone(option.defaultValue) ? option.description : plain.optionDescription(option),
  argumentDescription: (argument: Argument) =>
    isNone(argument.defaultValue) ? argument.description : plain.argumentDescription(argument),
};

/** The whole command line. Wrong arguments are thrown as CommanderError, after they were explained. */
export function createProgram(finish: Finish): Command {
  const program = new Command('wirebench')
    .description('Measures which API protocol is faster, by how much, and why.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help for the command')
    .configureHelp(helpTexts)
    .showHelpAfterError('Run the command with --help to see its arguments and options.')
    .addHelpText('after', epilogue)
    .exitOverride();
  addRunCommand(program, finish);
  addValidateCommand(program, finish);
  addNewCommand(program, finish);
  addTryCommand(program, finish);
  addListCommand(program, finish);
  addShowCommand(program, finish);
  addCompareCommand(program, finish);
  addStatsCommand(program, finish);
  addPublishedCommand(program, finish);
  addCampaignCommand(program, finish);
  addDeleteCommand(program, finish);
  addRestoreCommand(program, finish);
  addExportCommand(program, finish);
  addImportCommand(program, finish);
  addTagCommand(program, finish);
  addReportCommand(program, finish);
  addServicesCommand(program, finish);
  addConformCommand(program, finish);
  addStacksCommand(program, finish);
  addCalibrateCommand(program, finish);
  addServeCommand(program, finish);
  addAgentCommand(program, finish);
  addAgentsCommand(program, finish);
  addWireCommand(program, finish);
  addSizesCommand(program, finish);
  addDoctorCommand(program, finish);
  return program;
}
