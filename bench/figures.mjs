/**
 * @typedef {object} Figure
 * @property {string} title
 * @property {keyof typeof import('./report/row.mjs').UNITS} unit of the readings
 * @property {'more' | 'less'} better
 * @property {boolean} [isRatio] targets apply to ours ÷ bare instead of our own reading
 * @property {number} [floor] has to be reached
 * @property {number} [goal] is aimed at
 */

/** @returns {Figure} a figure whose own reading should be small */
const less = (title, unit, floor, goal) => ({ title, unit, better: 'less', floor, goal });
/** @returns {Figure} a figure whose own reading should be large */
const more = (...figure) => ({ ...less(...figure), better: 'more' });
/** @returns {Figure} a figure judged by its ratio to the bare counterpart */
const ratio = (figure) => ({ ...figure, isRatio: true });

/**
 * Every figure that is measured, with its targets. The first word of a name is the measurement that
 * yields the figure.
 *
 * @type {Readonly<Record<string, Figure>>}
 */
export const FIGURES = {
  'pages/no-data': ratio(more('100-row page, session and data off', 'pages/s', 1.1, 1.6)),
  'pages/database': ratio(more('the same page with the database on', 'pages/s', 0.7, 1)),
  'pages/plain': ratio(more('plain table of 100 rows; bare stream', 'pages/s', 0.75, 1)),
  'pages/plain-string': ratio(more('the same; bare renderToString', 'pages/s', 0.45, 0.75)),
  'pages/api': ratio(more('the same issues by the API; the page', 'pages/s', 0.9)),
  'pages/issue-cpu': less('the page of an issue, CPU; the list', 'ms of CPU', 9.5, 5),
  'bytes/page-data': ratio(less('its page data, the layout held', 'kB', 1.05, 1)),
  'bytes/document': ratio(less('its document', 'kB', 1.5, 1.2)),
  'bytes/list': less('scripts before interactive, gzip: the list; React', 'kB', 92_500, 84_000),
  'bytes/issue': less('the same of an issue; React', 'kB', 102_000, 90_000),
  'bytes/bare-product': less('the same of a product without views; React', 'kB', 82_000, 76_000),
  'bytes/client-runtime': less('libs/client-runtime, loaded first, gzip', 'kB', 12_000, 10_000),
  'bytes/client-runtime-later': less('what of it waits for idle, gzip', 'kB', 10_000, 8000),
  'bytes/list-scripts': less('files of scripts before interactive, the list', 'scripts', 8, 6),
  'bytes/issue-scripts': less('files of scripts before interactive, an issue', 'scripts', 8, 6),
  'bytes/list-requests': less('first visit at rest, the list', 'requests', 30, 20),
  'bytes/issue-requests': less('first visit at rest, an issue', 'requests', 30, 20),
  'navigation/issue': ratio(
    less('click on a prefetched issue; React alone', 'ms of CPU', 0.55, 0.5),
  ),
  'navigation/small': ratio(less('on a small page; React alone', 'ms of CPU', 2, 1.6)),
  'lighthouse/list': ratio(more('Lighthouse, phone: list; without scripts', 'points', 0.85, 0.92)),
  'lighthouse/issue': ratio(more('the same: issue; without scripts', 'points', 0.85, 0.92)),
  'reports/acknowledged': ratio(more('reports of 25 kB, acknowledged', 'reports/s', 0.5, 0.9)),
  'reports/processed': more('the same, processed, drain included', 'reports/s', 1200, 2500),
  'reports/answer-p99': less('p99 of the answer at 500 reports/s', 'ms', 20, 10),
  'reports/visible-p99': less('p99 from sending to visible at 200 reports/s', 'ms', 1000, 500),
  'start/npm': less('npm start to the first page', 'ms', 2000, 1000),
  'memory/idle': less('memory of both apps, idle', 'MB', 240e6, 150e6),
  'memory/load': less('memory at 50 pages/s and 200 reports/s, most', 'MB', 360e6, 260e6),
  'memory/growth': less('the same, last third beyond the one before', 'MB'),
  'logs/acknowledged': more('3,000 logs/s of 300 bytes beside 100 reports/s', 'logs/s', 2900),
  'logs/reports': more('the reports of 25 kB beside them', 'reports/s', 95),
  'logs/answer-p99': less('p99 of the answers to both, through the renderer', 'ms', 50, 20),
  'logs/visible': less('from the last answer to all of them visible', 'ms', 1000, 500),
  'logs/memory': less('memory of both apps meanwhile, most', 'MB', 400e6, 300e6),
  'logs/processed': more('logs of 300 bytes, processed and recorded by one thread', 'logs/s', 3000),
  'logs/space': less('disk of a million of them, indexes included', 'MB', 250e6),
  'logs/search': less('search by word over them, p95', 'ms', 150),
  'spans/acknowledged': more('5,000 spans/s of 1 kB beside 100 reports/s', 'spans/s', 3000, 4900),
  'spans/answer-p99': less('p99 of the answers to both at 3,000 spans/s', 'ms', 50, 20),
  'spans/answer-p99-aimed': less('the same at 5,000 spans/s', 'ms', undefined, 50),
  'spans/counted': less('from the last answer to all of them counted', 'ms', 5000, 1000),
  'spans/space': less('disk of a day of 5,000 spans/s, 200 names of requests', 'MB', 25e6),
  'spans/page': less('performance p95 over 30 days of 500 names', 'ms', 100, 50),
  'list/idle': less('list p95 at 10,000 issues and 1 M events', 'ms', 50, 20),
  'list/loaded': ratio(less('the same while 200 reports/s arrive; idle', 'ms', 1.5, 1.2)),
  'many/list': less('list p95 at 500 projects, 5,000 releases, 200 people', 'ms', 100, 50),
  'many/projects': less('all projects p95', 'ms', 100, 50),
  'many/releases': less('releases p95', 'ms', 100, 50),
  'many/settings': less('settings of projects p95', 'ms', 100, 50),
  'many/members': less('members of a project p95', 'ms', 100, 50),
  'many/search': less('search for one of 10,000 values of a tag p95', 'ms', 100, 50),
  'many/list-bytes': ratio(less('document of the list; that of one project', 'kB', 1.1)),
  'many/largest': less('largest document of all other pages', 'kB', 150_000),
};
