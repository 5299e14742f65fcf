import { RARE_WORDS } from './fixtures/log-envelopes.mjs';
import { PROJECT } from './processes/environment.mjs';
import { importBuilt } from './processes/errata.mjs';
const WORDS = [...RARE_WORDS, 'cart', 'rejected', 'level:error', 'level:error payment'];
const { createStores, openDatabase } = await importBuilt('libs/product/index.js');
const { parseSearch } = await importBuilt('libs/shared/src/index.js');
const database = openDatabase({ dataDir: '/tmp/tmp-logs' });
const stores = createStores(database);
const projects = new Map([[PROJECT.id, 'web']]);
const times = [];
for (let index = 0; index < 100; index += 1) {
  const word = WORDS[(index * 7) % WORDS.length];
  const { value: search } = parseSearch(word);
  const b = performance.now();
  const { logs } = await stores.logs.search({ projects, search, nowMs: Date.now() });
  times.push([performance.now() - b, word, logs.length]);
}
times.sort((a, b) => b[0] - a[0]);
console.log(times.slice(0, 8), times[50]);
await database.close();
