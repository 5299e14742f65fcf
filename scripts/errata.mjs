import './support/require-node.mjs';
import { join } from 'node:path';
import { passOn, runBuilt } from './support/built-command.mjs';
import { root } from './support/root.mjs';

const entry = join(root, 'dist', 'apps', 'monitoring-relay', 'src', 'errata.js');

await runBuilt(() => passOn([entry, ...process.argv.slice(2)]));
