import { zstdDecompressSync } from 'node:zlib';
import { PROJECT } from '../processes/environment.mjs';
import { withDatabase } from '../processes/database.mjs';
import { readStoredLogs } from './stored-logs.mjs';

const count = (table) =>
  `(SELECT grouping_key_id, count(*) AS rows FROM ${table} GROUP BY grouping_key_id)`;
const sum = (table) =>
  `(SELECT grouping_key_id, sum(events) AS rows FROM ${table} GROUP BY grouping_key_id)`;

/** Counters of each grouping key beside the rows that they count. */
const PER_KEY = `
  SELECT k.id AS id, k.events AS events, k.users AS users, coalesce(e.rows, 0) AS event_rows,
    coalesce(h.rows, 0) AS in_hours, coalesce(m.rows, 0) AS in_minutes,
    coalesce(u.rows, 0) AS user_rows
  FROM grouping_keys k
  LEFT JOIN ${count('events')} e ON e.grouping_key_id = k.id
  LEFT JOIN ${sum('event_hours')} h ON h.grouping_key_id = k.id
  LEFT JOIN ${sum('event_minutes')} m ON m.grouping_key_id = k.id
  LEFT JOIN ${count('key_users')} u ON u.grouping_key_id = k.id`;

const PER_ISSUE = `
  SELECT i.id AS id, i.events AS events, coalesce(sum(k.events), 0) AS key_events
  FROM issues i LEFT JOIN grouping_keys k ON k.issue_id = i.id GROUP BY i.id, i.events`;

const TOTALS = `
  SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM event_payloads) AS payloads,
    (SELECT coalesce(sum(events), 0) FROM issues) AS in_issues`;

const CHUNKS = `
  SELECT a.id AS file, a.event_id AS id, a.bytes AS bytes, c.body AS body
  FROM attachments a LEFT JOIN attachment_chunks c ON c.attachment_id = a.id
  WHERE a.state = 'kept'`;
/** Magic number of a Zstandard frame (RFC 8878), with which a compressed chunk begins. */
const PACKED = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Segments are counted by the hour and release. Hours are step 1. */
const SEGMENTS = `
  SELECT coalesce(sum(c.seen), 0) AS seen
  FROM span_counts c JOIN span_names n ON n.id = c.name_id WHERE n.segment_id = 0 AND c.step = 1`;

const OUTCOMES = `
  SELECT outcome, reason, kind, sum(minutes) AS quantity, sum(hours) AS in_hours
  FROM (
    SELECT outcome, reason, kind, quantity AS minutes, 0 AS hours, project_id FROM outcome_minutes
    UNION ALL
    SELECT outcome, reason, kind, 0, quantity, project_id FROM outcome_hours
  ) counted
  WHERE project_id = ${PROJECT.id} GROUP BY outcome, reason, kind`;

/**
 * @typedef {object} StoredEvents
 * @property {readonly string[]} ids stored; an id that is stored twice appears twice
 * @property {readonly string[]} attached ids of events with files, once for each file
 * @property {readonly string[]} logs texts of the stored logs; one that is stored twice appears twice
 * @property {number} segments counted
 * @property {readonly string[]} miscounted a line for each counter that differs from the rows it counts
 * @property {readonly { outcome: string, reason: string, kind: string, quantity: number, inHours: number }[]} outcomes
 *   `inHours`: the quantity as counted by the hour
 */

/**
 * Reads the stored events, logs and counts from a database, without the code under test.
 *
 * @returns {Promise<StoredEvents>}
 */
export async function readStoredEvents(place) {
  const { logs, miscounted: blocks } = await readStoredLogs(place);
  return withDatabase(place, async (query) => {
    const ids = (await query('SELECT event_id AS id FROM events')).map(({ id }) => id);
    const files = toFiles(await query(CHUNKS));
    const miscounted = [
      ...blocks,
      ...findMiscounted('file of', files, { bytes: ['stored_bytes'] }),
      ...findMiscounted('grouping key', await query(PER_KEY), {
        events: ['event_rows', 'in_hours', 'in_minutes'],
        users: ['user_rows'],
      }),
      ...findMiscounted('issue', await query(PER_ISSUE), { events: ['key_events'] }),
      ...findMiscounted('database', await query(TOTALS), { events: ['payloads', 'in_issues'] }),
    ];
    const outcomes = await readOutcomes(query);
    const segments = Number((await query(SEGMENTS))[0].seen);
    return { ids, attached: files.map(({ id }) => id), logs, segments, miscounted, outcomes };
  });
}

export async function readOutcomes(query) {
  const rows = await query(OUTCOMES);
  return rows.map(({ outcome, reason, kind, quantity, in_hours: inHours }) => {
    // PostgreSQL returns sums as text.
    return { outcome, reason, kind, quantity: Number(quantity), inHours: Number(inHours) };
  });
}

function toFiles(chunks) {
  const files = new Map();
  for (const { file, id, bytes, body } of chunks) {
    const found = files.get(file) ?? { id, bytes, stored_bytes: 0 };
    found.stored_bytes += countBytes(body);
    files.set(file, found);
  }
  return [...files.values()];
}

function countBytes(chunk) {
  if (chunk === null) return 0;
  return chunk.subarray(0, PACKED.length).equals(PACKED)
    ? zstdDecompressSync(chunk).length
    : chunk.length;
}

function findMiscounted(what, rows, equalities) {
  return rows.flatMap((row) =>
    Object.entries(equalities).flatMap(([counter, counted]) =>
      counted
        .filter((name) => Number(row[name]) !== Number(row[counter]))
        .map((name) => `${what} ${row.id ?? ''}: ${counter} ${row[counter]}, ${name} ${row[name]}`),
    ),
  );
}
