import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Loaded before the program by `--import`: writes down the address of every loaded module. */
const file = process.env.WIREBENCH_LOADED_MODULES;

if (file !== undefined) {
  registerHooks({
    load: (url, context, next) => {
      appendFileSync(file, `${url}\n`);
      return next(url, context);
    },
  });
}
