import { FIGURES } from './figures.mjs';
import { measureBytes } from './measurements/bytes.mjs';
import { measureLighthouse } from './measurements/lighthouse.mjs';
import { measureList } from './measurements/list.mjs';
import { measureLogs } from './measurements/logs.mjs';
import { measureMany } from './measurements/many.mjs';
import { measureMemory } from './measurements/memory.mjs';
import { measureNavigation } from './measurements/navigation.mjs';
import { measurePages } from './measurements/pages.mjs';
import { measureReports } from './measurements/reports.mjs';
import { measureSpans } from './measurements/arriving-spans.mjs';
import { measureStart } from './measurements/start.mjs';
import { coresAreApart } from './processes/cores.mjs';
import { toRow } from './report/row.mjs';
import { run } from './runner.mjs';

const measured = (measure, rounds, databases) => ({
  rounds,
  databases,
  play: async (options) => {
    const readings = await measure(options);
    return { rows: readings.map(({ figure, ...reading }) => toRow(FIGURES[figure], reading)) };
  },
});

if (!coresAreApart) {
  console.log('The load generator shares its cores with what it loads: rates could be higher.');
}
await run('bench', {
  pages: measured(measurePages, 5),
  bytes: measured(measureBytes, 1),
  navigation: measured(measureNavigation, 5),
  lighthouse: measured(measureLighthouse, 5),
  reports: measured(measureReports, 3),
  start: measured(measureStart, 5),
  memory: measured(measureMemory, 1),
  logs: measured(measureLogs, 1),
  spans: measured(measureSpans, 1),
  list: measured(measureList, 1, ['sqlite', 'postgres']),
  many: measured(measureMany, 1, ['sqlite', 'postgres']),
});
