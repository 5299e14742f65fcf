import { parseArgs } from 'node:util';
import { Failure, runCommand } from '../scripts/support/failure.mjs';
import { onStopSignal } from '../scripts/support/signals.mjs';
import { elapsed } from '../scripts/support/steps.mjs';
import { stopAll } from '../bench/processes/server.mjs';
import { proveAlerts } from './alerts/prove-alerts.mjs';
import { proveForwarding } from './forward/forward.mjs';
import { proveFuzz } from './fuzz/fuzz.mjs';
import { killForms, proveKillForms } from './kill/kill-forms.mjs';
import { proveLimit } from './limit/limit.mjs';
import { proveReplicas } from './replicas/prove-replicas.mjs';
import { proveRestart } from './restart/restart.mjs';
import { proveTakingOut } from './taking-out/taking-out.mjs';
import { toTable } from './report/table.mjs';

/** Each resolves with rows, and a line for everything that does not hold. */
const PROOFS = {
  // Before those that take hours: it fails at once without root.
  limit: proveLimit,
  kill: proveKillForms,
  restart: proveRestart,
  replicas: proveReplicas,
  forward: proveForwarding,
  fuzz: proveFuzz,
  alerts: proveAlerts,
  'taking-out': proveTakingOut,
};

const USAGE = `npm run prove -- [${Object.keys(PROOFS).join(' | ')}]… [options]; without a name it plays all of them.
  --rounds <number>      of kill, restart, replicas and alerts (100)
  --form <form>          of kill, may be repeated: ${killForms.join(', ')} (all)
  --database <database>  sqlite or postgres, may be repeated (both)
  --reports <number>     of forward (10000)
  --minutes <number>     of limit (30), which needs root
  --envelopes <number>   of fuzz, and --compressed <number> of them compressed (100000, 1000)
  --seed <number>        plays a former run again`;

await runCommand(async () => {
  const { names, options } = readArguments(process.argv.slice(2));
  // What is started here ends with this process.
  let isStopping = false;
  onStopSignal(() => {
    isStopping = true;
    void stopAll().finally(() => process.exit(130));
  });
  const startMs = performance.now();
  console.log(`Seed ${options.seed}: --seed ${options.seed} has the same again.`);
  const faults = [];
  for (const name of names) {
    // One at a time: each loads the machine.
    const proving = PROOFS[name](options).finally(stopAll);
    const proof = await proving.catch((error) => {
      // It fails because all is stopped, with which this process ends.
      if (isStopping) return new Promise(() => undefined);
      throw error;
    });
    console.log(`\n${toTable(proof.rows)}\n`);
    faults.push(...proof.faults);
  }
  for (const fault of faults) console.error(fault);
  console.log(
    `${faults.length === 0 ? 'All of it holds' : 'It does not hold'}, in ${elapsed(startMs)}.`,
  );
  if (faults.length > 0) process.exitCode = 1;
});

/** No name is every proof. */
function readArguments(args) {
  const { values, positionals } = parse(args, {
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      form: { type: 'string', multiple: true },
      database: { type: 'string', multiple: true },
      reports: { type: 'string', default: '10000' },
      minutes: { type: 'string', default: '30' },
      envelopes: { type: 'string', default: '100000' },
      compressed: { type: 'string', default: '1000' },
    },
  });
  const all = Object.keys(PROOFS);
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const unknown = positionals.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Failure(`Not proven: ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  }
  return {
    names: positionals.length === 0 ? all : positionals,
    options: {
      rounds: readCount('rounds', values.rounds),
      seed: readCount('seed', values.seed),
      forms: readChoice('form', values.form, killForms),
      reports: readCount('reports', values.reports),
      minutes: readCount('minutes', values.minutes),
      envelopes: readCount('envelopes', values.envelopes),
      compressed: readCount('compressed', values.compressed),
      databases: readChoice('database', values.database, ['sqlite', 'postgres']),
    },
  };
}

function parse(args, config) {
  try {
    return parseArgs({ args, ...config });
  } catch (error) {
    throw new Failure(`${error.message}\n${USAGE}`);
  }
}

function readCount(name, text) {
  if (!/^\d{1,9}$/.test(text)) throw new Failure(`--${name} is a number, not ${text}.`);
  return Number(text);
}

/** All of them, where none is named. */
function readChoice(name, chosen, all) {
  const unknown = chosen?.find((value) => !all.includes(value));
  if (unknown !== undefined) throw new Failure(`--${name} is ${all.join(' or ')}, not ${unknown}.`);
  return chosen ?? all;
}
