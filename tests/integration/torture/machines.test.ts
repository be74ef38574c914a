import { breaksNoPromise } from '../../torture/first-look.ts';
import { machines } from '../../torture/machines/machines.ts';

breaksNoPromise(machines);
