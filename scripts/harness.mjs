import './support/require-node.mjs';
import { join } from 'node:path';
import { passOn, runBuilt } from './support/built-command.mjs';
import { root } from './support/root.mjs';

const [folder, ...args] = process.argv.slice(2);

await runBuilt(() => passOn([join(root, folder, 'run.mjs'), ...args]));
