import { loadavg } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Failure, runCommand } from '../scripts/support/failure.mjs';
import { onStopSignal } from '../scripts/support/signals.mjs';
import { elapsed, step } from '../scripts/support/steps.mjs';
import { FIGURES } from './figures.mjs';
import { measureAlerts } from './measurements/alerts.mjs';
import { measureBytes } from './measurements/bytes.mjs';
import { measureMemory } from './measurements/memory.mjs';
import { measureNavigation } from './measurements/navigation.mjs';
import { measurePages } from './measurements/pages.mjs';
import { measureReports } from './measurements/reports.mjs';
import { measureRetention } from './measurements/retention.mjs';
import { measureSearch } from './measurements/search.mjs';
import { measureStart } from './measurements/start.mjs';
import { coresAreApart } from './processes/cores.mjs';
import { stopAll } from './processes/server.mjs';
import { toRow } from './report/row.mjs';
import { toTable } from './report/table.mjs';

/** By the first word of the figures they yield. */
const MEASUREMENTS = {
  pages: measurePages,
  bytes: measureBytes,
  navigation: measureNavigation,
  reports: measureReports,
  start: measureStart,
  memory: measureMemory,
  retention: measureRetention,
  search: measureSearch,
  alerts: measureAlerts,
};

await runCommand(async () => {
  const { figures, jsonFile } = readArguments(process.argv.slice(2));
  // What is started here ends with this process; npm start and the temporary folder are ended by it.
  onStopSignal(() => void stopAll().finally(() => process.exit(130)));
  const startMs = performance.now();
  const loads = [loadavg()[0]];
  const readings = [];
  for (const name of new Set(figures.map(toMeasurement))) {
    // One at a time: they would measure each other.
    readings.push(...(await step(`Measuring ${name}`, MEASUREMENTS[name]).finally(stopAll)));
    loads.push(loadavg()[0]);
  }
  const rows = readings
    .filter(({ figure }) => figures.includes(figure))
    .map((reading) => toRow(FIGURES[reading.figure], reading));
  console.log(`\n${toTable(rows, FIGURES)}\n`);
  console.log(describeConditions(startMs, loads));
  if (jsonFile)
    await writeFile(jsonFile, `${JSON.stringify({ loads, rows, readings }, null, 2)}\n`);
});

/** `pages/database` is that row, `pages` all of its measurement; no name is everything. */
function readArguments(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'string' } },
  });
  const all = Object.keys(FIGURES);
  const matches = (name) => all.filter((key) => key === name || toMeasurement(key) === name);
  const unknown = positionals.filter((name) => matches(name).length === 0);
  if (unknown.length > 0) {
    throw new Failure(`Not measured: ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  }
  return {
    figures: positionals.length === 0 ? all : positionals.flatMap(matches),
    jsonFile: values.json,
  };
}

function toMeasurement(figure) {
  return figure.split('/')[0];
}

function describeConditions(startMs, loads) {
  return [
    `Medians, ours and bare in turn, in ${elapsed(startMs)}.`,
    coresAreApart
      ? 'Servers that are loaded to the full have a core, the load generator has another.'
      : 'The load generator shares its cores with what it loads: rates are lower than they could be.',
    `Load average of the machine before and after each: ${loads.map((load) => load.toFixed(1)).join(', ')}; what else runs on it is measured too.`,
  ].join('\n');
}
