import { join } from 'node:path';
import { supervise } from '#supervision';

await supervise({ name: 'renderer', entry: join(import.meta.dirname, 'main.js') });
