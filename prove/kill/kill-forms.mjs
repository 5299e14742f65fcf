import { inTemporaryFolder } from '../../bench/processes/temporary-folder.mjs';
import { startPostgres } from '../../scripts/support/postgres.mjs';
import { proveKill } from './kill.mjs';

/**
 * The kill test with each signal on each database, each on a folder and a database of its own.
 *
 * @param {{ signals: readonly ('SIGKILL' | 'SIGTERM')[], databases: readonly ('sqlite' | 'postgres')[],
 *   rounds: number, seed: number }} options
 */
export async function proveKillForms({ signals, databases, rounds, seed }) {
  const rows = [];
  const faults = [];
  for (const database of databases) {
    for (const signal of signals) {
      const form = `${signal}, ${database}`;
      console.log(`\n${form}`);
      const options = { rounds, seed, signal, onRound: (line) => console.log(line) };
      // One at a time: each loads the machine.
      const { faults: found, ...counts } = await onDatabase(database, (place) =>
        proveKill({ ...place, ...options }),
      );
      const named = Object.entries(found);
      const numbers = Object.fromEntries(named.map(([what, list]) => [what, list.length]));
      rows.push({ form, rounds, ...counts, ...numbers });
      faults.push(
        ...named.flatMap(([what, list]) => list.map((line) => `${form}: ${what}: ${line}`)),
      );
    }
  }
  return { rows, faults };
}

async function onDatabase(database, work) {
  return inTemporaryFolder(async (dataDir) => {
    if (database === 'sqlite') return work({ dataDir });
    const postgres = await startPostgres({ durable: true });
    try {
      return await work({ dataDir, databaseUrl: postgres.url });
    } finally {
      await postgres.remove();
    }
  });
}
