import { disk } from '../../torture/disk/disk.ts';
import { takeFirstLook } from '../../torture/first-look.ts';

takeFirstLook(disk);
