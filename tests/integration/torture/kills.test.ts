import { takeFirstLook } from '../../torture/first-look.ts';
import { kills } from '../../torture/kills/kills.ts';

takeFirstLook(kills);
