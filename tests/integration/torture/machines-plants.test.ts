import { findsPlants } from '../../torture/first-look.ts';
import { machines } from '../../torture/machines/machines.ts';

findsPlants(machines);
