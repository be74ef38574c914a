import { bytes } from '../../torture/bytes/bytes.ts';
import { takeFirstLook } from '../../torture/first-look.ts';

takeFirstLook(bytes);
