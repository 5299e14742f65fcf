import { join } from 'node:path';
import { supervise } from '#supervision';

await supervise({ name: 'relay', entry: join(import.meta.dirname, 'main.js') });
