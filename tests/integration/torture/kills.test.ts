import { breaksNoPromise } from '../../torture/first-look.ts';
import { kills } from '../../torture/kills/kills.ts';

breaksNoPromise(kills);
