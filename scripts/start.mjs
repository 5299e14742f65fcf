import './support/require-node.mjs';
import { runBuilt } from './support/built-command.mjs';
import { runServices } from './support/services.mjs';
import { readSettings } from './support/settings.mjs';

await runBuilt(() =>
  runServices(readSettings(process.env, 'production'), { pid: process.pid, prepares: true }),
);
