import { testDrivers } from '../support/driver-tests.ts';

testDrivers('library');
