import { run } from '../bench/runner.mjs';
import { FORMS, playForm } from './forms.mjs';
import { proveForMinutes } from './minutes.mjs';

const MINUTES = /^--minutes[= ](?<minutes>[1-9]\d{0,3})$/;

const toForm = ([name, { rounds = 100, databases = ['sqlite'] }]) => [
  name,
  { rounds, databases, play: (options) => prove(name, options) },
];

const { minutes } = MINUTES.exec(process.argv.slice(2).join(' '))?.groups ?? {};
await (minutes
  ? proveForMinutes(Number(minutes))
  : run('prove', Object.fromEntries(Object.entries(FORMS).map(toForm))));

async function prove(name, options) {
  const { faults, rows, ...counts } = await playForm(name, options);
  const named = Object.entries(faults);
  const numbers = Object.fromEntries(named.map(([what, lines]) => [what, lines.length]));
  const { rounds, database } = options;
  return {
    rows: rows ?? [{ form: `${name}, ${database}`, rounds, ...counts, ...numbers }],
    faults: named.flatMap(([what, lines]) => lines.map((line) => `${what}: ${line}`)),
  };
}
