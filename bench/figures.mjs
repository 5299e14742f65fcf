/**
 * @typedef {object} Figure
 * @property {string} title
 * @property {keyof typeof import('./report/quantity.mjs').UNITS} unit of the readings
 * @property {'more' | 'less'} better
 * @property {'ratio' | 'ours'} [judged] whether the targets are for ours ÷ bare or for our own reading
 * @property {number} [floor] what is owed
 * @property {number} [goal] what we are after
 */

/**
 * Everything that is measured and what it must reach (DESIGN §7). The first word of a name says which
 * measurement yields it.
 *
 * @type {Readonly<Record<string, Figure>>}
 */
export const FIGURES = {
  'pages/no-data': {
    title: '100-row page, session and data off',
    unit: 'pages/s',
    better: 'more',
    judged: 'ratio',
    floor: 1.1,
    goal: 1.6,
  },
  'pages/database': {
    title: 'the same page with the database on',
    unit: 'pages/s',
    better: 'more',
    judged: 'ratio',
    floor: 0.6,
    goal: 1,
  },
  'pages/first-byte': {
    title: 'the same without data, asked for alone: its first byte',
    unit: 'ms',
    better: 'less',
  },
  'bytes/page-data': {
    title: 'its page data, the layout held',
    unit: 'kB',
    better: 'less',
    judged: 'ratio',
    floor: 1.05,
    goal: 1,
  },
  'bytes/document': {
    title: 'its document',
    unit: 'kB',
    better: 'less',
    judged: 'ratio',
    floor: 1.9,
    goal: 1.7,
  },
  'bytes/document-gzip': { title: 'its document, gzip', unit: 'kB', better: 'less' },
  'bytes/first-load': {
    title: 'its scripts before interactive, gzip',
    unit: 'kB',
    better: 'less',
    judged: 'ratio',
    floor: 1.4,
    goal: 1.25,
  },
  'bytes/client-runtime': {
    title: 'libs/client-runtime, loaded first, gzip',
    unit: 'kB',
    better: 'less',
    judged: 'ours',
    floor: 12_000,
    goal: 10_000,
  },
  'bytes/client-runtime-later': {
    title: 'what of it waits for idle, gzip',
    unit: 'kB',
    better: 'less',
    judged: 'ours',
    floor: 10_000,
    goal: 8000,
  },
  'navigation/first': {
    title: 'click to paint, slow phone; its round trip alone',
    unit: 'ms',
    better: 'less',
  },
  'navigation/render': {
    title: 'the same without its round trip',
    unit: 'ms',
    better: 'less',
  },
  'navigation/cached': {
    title: 'click to paint, slow phone, from memory',
    unit: 'ms',
    better: 'less',
  },
  'navigation/prefetched': {
    title: 'click to paint, slow phone, prefetched',
    unit: 'ms',
    better: 'less',
    judged: 'ours',
    floor: 100,
    goal: 50,
  },
  'navigation/frames': {
    title: 'frames from click to page, no slower, prefetched',
    unit: 'frames',
    better: 'less',
    judged: 'ours',
    floor: 1,
    goal: 1,
  },
  'reports/acknowledged': {
    title: 'reports of 25 kB, acknowledged',
    unit: 'reports/s',
    better: 'more',
    judged: 'ratio',
    floor: 0.6,
    goal: 0.9,
  },
  'reports/processed': {
    title: 'reports of 25 kB, processed, drain included',
    unit: 'reports/s',
    better: 'more',
    judged: 'ours',
    floor: 1200,
    goal: 2500,
  },
  'reports/answer-p99': {
    title: 'p99 of the answer at 500 reports/s',
    unit: 'ms',
    better: 'less',
    judged: 'ours',
    floor: 20,
    goal: 10,
  },
  'reports/visible-p99': {
    title: 'p99 from sending to visible at 200 reports/s',
    unit: 'ms',
    better: 'less',
    judged: 'ours',
    floor: 1000,
    goal: 500,
  },
  'reports/cpu': { title: 'CPU of the relay for 10,000 reports', unit: 's', better: 'less' },
  'reports/peak-memory': { title: 'its memory meanwhile, most', unit: 'MB', better: 'less' },
  'reports/through-renderer': {
    title: 'reports of 25 kB through the console, acknowledged',
    unit: 'reports/s',
    better: 'more',
  },
  'start/npm': {
    title: 'npm start to the first page',
    unit: 'ms',
    better: 'less',
    judged: 'ours',
    floor: 2000,
    goal: 1000,
  },
  'start/npm-first': { title: 'npm start, empty data folder', unit: 'ms', better: 'less' },
  'start/node': { title: 'node scripts/start.mjs, without npm', unit: 'ms', better: 'less' },
  'memory/idle': {
    title: 'memory of both apps, idle',
    unit: 'MB',
    better: 'less',
    judged: 'ours',
    floor: 280e6,
    goal: 200e6,
  },
  'memory/idle-once': {
    title: 'the same, code that both share counted once',
    unit: 'MB',
    better: 'less',
  },
  'memory/load': {
    title: 'memory at 50 pages/s and 200 reports/s, most',
    unit: 'MB',
    better: 'less',
    judged: 'ours',
    floor: 400e6,
    goal: 300e6,
  },
  'memory/load-once': {
    title: 'the same at its end, code that both share counted once',
    unit: 'MB',
    better: 'less',
  },
  'memory/growth': {
    title: 'the same, last third beyond the one before',
    unit: 'MB',
    better: 'less',
  },
  'retention/list-p95': {
    title:
      'list of issues, p95, while nine tenths of 100,000 events are removed; beside it while none are',
    unit: 'ms',
    better: 'less',
    judged: 'ratio',
    floor: 1.5,
    goal: 1.2,
  },
  'retention/file': {
    title: "what SQLite's file takes then; beside it before",
    unit: 'MB',
    better: 'less',
    judged: 'ratio',
    floor: 0.2,
    goal: 0.12,
  },
  ...toSearchFigures('sqlite', 'SQLite'),
  ...toSearchFigures('postgres', 'PostgreSQL'),
  'alerts/cpu': {
    title: 'CPU of processing 1,000 events with rules; without',
    unit: 'ms',
    better: 'less',
    judged: 'ratio',
    floor: 1.1,
    goal: 1.05,
  },
  'alerts/messages': {
    title: '100,000 events in 1,000 issues within a minute, for a channel',
    unit: 'messages',
    better: 'less',
    judged: 'ours',
    floor: 2,
    goal: 2,
  },
};

/** What is searched among 10,000 issues with a million events: at rest, and while 200 reports/s arrive. */
function toSearchFigures(kind, database) {
  const titles = {
    list: 'list of issues',
    filter: 'the list by level and type',
    text: 'the list by a word',
    tag: 'the list by a tag',
    'by-events': 'the list of 90 days by events',
    events: 'events of an issue that has 100,000',
    'events-filter': 'these by environment',
    'look-up': 'an event by its id',
  };
  return Object.fromEntries(
    Object.entries(titles).flatMap(([name, title]) => [
      [
        `search/${name}-${kind}`,
        {
          title: `${title}, p95, ${database}`,
          unit: 'ms',
          better: 'less',
          judged: 'ours',
          floor: 50,
          goal: 20,
        },
      ],
      [
        `search/${name}-${kind}-loaded`,
        {
          title: 'the same at 200 reports/s; at rest',
          unit: 'ms',
          better: 'less',
          judged: 'ratio',
          floor: 1.5,
          goal: 1.2,
        },
      ],
    ]),
  );
}
