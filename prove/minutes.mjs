import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../scripts/support/failure.mjs';
import { onStopSignal } from '../scripts/support/signals.mjs';
import { stopAll } from '../scripts/support/program.mjs';
import { FORMS, playForm } from './forms.mjs';

/** Kills, a full disk and restarts, each under load: what a stranger may doubt first. */
const DOUBTED = ['kill/SIGKILL', 'kill/disk', 'kill/SIGTERM'];
const ROUND_MS = 2000;

/**
 * Plays the forms that a stranger may doubt first, on SQLite, together for about so many minutes.
 * Prints each round, and then one line: how many items were acknowledged, lost and stored twice.
 *
 * @param {number} minutes
 */
export function proveForMinutes(minutes) {
  return runCommand(async () => {
    onStopSignal(() => void stopAll().finally(() => process.exit(130)));
    const file = join(tmpdir(), `errata-prove-${Date.now()}.log`);
    const log = createWriteStream(file);
    const say = (line) => {
      console.log(line);
      log.write(`${line}\n`);
    };
    const totals = { acknowledged: 0, missing: 0, twice: 0, others: 0 };
    const eachMs = (minutes * 60_000) / DOUBTED.length;
    for (const name of DOUBTED) {
      say(`\n${name}: ${FORMS[name].about}`);
      const { faults, acknowledged, logs } = await playForm(name, {
        database: 'sqlite',
        rounds: Math.ceil(eachMs / ROUND_MS),
        endMs: performance.now() + eachMs,
        seed: Date.now() % 1_000_000,
        onRound: say,
      });
      const { missing, twice, ...others } = faults;
      totals.acknowledged += acknowledged + logs;
      totals.missing += missing.length;
      totals.twice += twice.length;
      totals.others += Object.values(others).flat().length;
      for (const [what, lines] of Object.entries(faults)) {
        for (const line of lines) say(`${what}: ${line}`);
      }
    }
    const count = (number) => number.toLocaleString('en');
    const others = totals.others > 0 ? `, ${count(totals.others)} other faults` : '';
    say(
      `\n${count(totals.acknowledged)} acknowledged, ${count(totals.missing)} lost, ${count(totals.twice)} stored twice${others}. Each round stands in ${file}.`,
    );
    log.end();
    if (totals.missing + totals.twice + totals.others > 0) process.exitCode = 1;
  });
}
