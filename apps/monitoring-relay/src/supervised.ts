import { join } from 'node:path';
import { supervise, v8Options } from '#supervision';

const entry = join(import.meta.dirname, 'main.js');
await supervise({ name: 'relay', entry, nodeArgs: v8Options.relay });
