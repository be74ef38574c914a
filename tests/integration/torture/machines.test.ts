import { takeFirstLook } from '../../torture/first-look.ts';
import { machines } from '../../torture/machines/machines.ts';

takeFirstLook(machines);
