import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Failure, runCommand } from '../scripts/support/failure.mjs';
import { onStopSignal } from '../scripts/support/signals.mjs';
import { elapsed } from '../scripts/support/steps.mjs';
import { stopAll } from '../scripts/support/program.mjs';
import { toTable } from './report/table.mjs';

/**
 * @typedef {object} Form
 * @property {number} rounds unless --rounds says otherwise
 * @property {readonly string[]} [databases] the form is played on each of them
 * @property {(options: { rounds: number, seed: number, database?: string, onRound: (line: string) => void }) =>
 *   Promise<{ rows: readonly object[], faults?: readonly string[] }>} play
 */

/**
 * Runs the forms (measurements or trials) that the arguments name, one at a time, because each
 * loads the machine. Forms with the same word before the slash are a group: the word names all of
 * them, and they share a table. Without arguments all forms run. Prints what each form found as it
 * ends, and the tables at the end.
 */
export function run(command, forms) {
  return runCommand(async () => {
    const { names, values } = readArguments(command, forms);
    onStopSignal(() => void stopAll().finally(() => process.exit(130)));
    const seed = Number(values.seed ?? Date.now() % 1_000_000);
    const startMs = performance.now();
    const tables = new Map();
    const faults = [];
    for (const { name, database, form } of listPlays(names, forms, values.database)) {
      const title = [name, database].filter(Boolean).join(', ');
      console.log(`\n${title} (load ${loadavg()[0].toFixed(1)})`);
      const rounds = Number(values.rounds ?? form.rounds);
      const playing = form.play({ seed, rounds, database, onRound: console.log });
      // A form that fails becomes a fault, and the others still run.
      const played = await playing.catch((error) => ({ rows: [], faults: [toLine(error)] }));
      await stopAll();
      tables.getOrInsertComputed(name.split('/')[0], () => []).push(...played.rows);
      const found = (played.faults ?? []).map((line) => `${title}: ${line}`);
      faults.push(...found);
      console.log(`\n${[toTable(played.rows), ...found].join('\n')}`);
    }
    for (const rows of tables.values()) console.log(`\n${toTable(rows)}`);
    for (const fault of faults) console.error(fault);
    const verdict = faults.length === 0 ? 'No faults' : 'It does not hold';
    console.log(`\n${verdict}, in ${elapsed(startMs)}. --seed ${seed} has the same again.`);
    if (faults.length > 0) process.exitCode = 1;
  });
}

const toLine = (error) => (error instanceof Failure ? error.message : error.stack);

function listPlays(names, forms, chosen) {
  return names.flatMap((name) =>
    (forms[name].databases ?? [undefined])
      .filter((database) => !database || !chosen || chosen.includes(database))
      .map((database) => ({ name, database, form: forms[name] })),
  );
}

function readArguments(command, forms) {
  const all = Object.keys(forms);
  const usage = `npm run ${command} -- [${all.join(' | ')}]… [--rounds n] [--seed n] [--database sqlite | postgres]…`;
  const options = {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    database: { type: 'string', multiple: true },
  };
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`);
  }
  const { values, positionals } = parsed;
  const matches = (name) => all.filter((each) => each === name || each.startsWith(`${name}/`));
  const unknown = [
    ...positionals.filter((name) => matches(name).length === 0),
    ...[values.rounds, values.seed].filter((text) => text && !/^\d{1,9}$/.test(text)),
    ...(values.database ?? []).filter((name) => !['sqlite', 'postgres'].includes(name)),
  ];
  if (unknown.length > 0) throw new Failure(`Not known: ${unknown.join(', ')}.\n${usage}`);
  return { names: positionals.length === 0 ? all : positionals.flatMap(matches), values };
}
