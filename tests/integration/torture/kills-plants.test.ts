import { findsPlants } from '../../torture/first-look.ts';
import { kills } from '../../torture/kills/kills.ts';

findsPlants(kills);
