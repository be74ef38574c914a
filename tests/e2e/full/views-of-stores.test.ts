import { walkCompare } from '../../support/walk/compare.ts';
import { walkExperiments } from '../../support/walk/experiments.ts';
import { walkHistory } from '../../support/walk/history.ts';
import { walkNewcomer } from '../../support/walk/newcomer.ts';
import { walkOwnService } from '../../support/walk/own-service.ts';
import { walkReports } from '../../support/walk/reports.ts';
import { walkResult } from '../../support/walk/result.ts';
import { walkServices } from '../../support/walk/services.ts';
import { walkSettings } from '../../support/walk/settings.ts';
import { walkSizes } from '../../support/walk/sizes.ts';
import { walkStudies } from '../../support/walk/studies.ts';
import { walkWire } from '../../support/walk/wire.ts';
import { walkThrough } from '../../support/walk-window.ts';

walkThrough('the views of what is kept', [
  ['Start and Help, for a newcomer', walkNewcomer],
  ['Experiments', walkExperiments],
  ['Your own service', walkOwnService],
  ['Services', walkServices],
  ['Studies', walkStudies],
  ['Wire', walkWire],
  ['Sizes', walkSizes],
  ['Settings and palette', walkSettings],
  ['Compare', walkCompare],
  ['History', walkHistory],
  ['Reports', walkReports],
  ['a result with TLS pairs', walkResult],
]);
