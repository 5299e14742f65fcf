import { join } from 'node:path';
import { requireNode } from '#supervision/require-node';

requireNode();
const { supervise, nodeOptions } = await import('#supervision');
const entry = join(import.meta.dirname, 'main.js');
await supervise({ name: 'renderer', entry, nodeArgs: nodeOptions.renderer });
