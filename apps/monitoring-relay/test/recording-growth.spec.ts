import { describe, expect, it } from '@jest/globals';
import { explain } from '#persistence/testing';
import { createStores, openDatabase } from '#product';
import { createMigratedDatabase } from '#product/testing';
import { ClockDouble } from '#telemetry/testing';
import { noContents } from '../src/outcomes/report-contents.ts';
import { processReport } from '../src/processing/process-report.ts';
import { types } from './support/item-types.ts';
import { toProcessedReport, toReportInWork } from '../src/processing/report-in-work.ts';

type Database = ReturnType<typeof openDatabase>;

/** Splits at dots and lines. */
const split = (text: string): readonly string[] => text.split(/[·\n]/).filter(Boolean);

const NOON_MS = Date.UTC(2026, 0, 5, 12);
/** Tables without a row for each thing that a stranger sends, and lists of the statement itself. */
const SMALL = / SCAN (?:project_deletions|storage_budget|json_each|\d+-ROW VALUES|CONSTANT ROW|v$)/;
const IDS = '"span_id":"aaaaaaaaaaaaaaaa","trace_id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"';

/** Types of items, and payloads with the number of a report in place of `#`. */
const ITEMS = split(`
event {"message":"#","fingerprint":["#"],"release":"r#","user":{"id":"#"},"tags":{"t#":"#"}}
event {"message":"a","environment":"e#","tags":{"t":"#"}}
log {"items":[{"timestamp":1767614399,"level":"info","body":"#","attributes":{}}]}
transaction {"transaction":"/a#b","start_timestamp":1,"timestamp":1,"contexts":{"trace":{${IDS}}}}
session {"sid":"#","did":"#","init":true,"attrs":{"release":"r#"}}
check_in {"monitor_slug":"a","status":"in_progress","environment":"e"}
check_in {"monitor_slug":"a#","status":"ok"}
feedback {"contexts":{"feedback":{"message":"#","associated_event_id":"%"}}}
user_report {"event_id":"%","comments":"a"}
client_report {"discarded_events":[{"reason":"r#","category":"error","quantity":1}]}`);

async function process(id: number, item: string) {
  const [type = '', payload = ''] = item.split(/ (.*)/s);
  const eventId = id.toString(16).padStart(32, '0');
  const text = payload.replaceAll('#', String(id)).replaceAll('%', eventId);
  const body = Buffer.from(`{}\n{"type":"${type}"}\n${text}`);
  const facts = { projectId: 1, publicKey: 'a', receivedAtMs: NOON_MS + id, contents: noContents };
  const spooled = { ...facts, body, id, eventId, origin: '1'.repeat(16) };
  const report = toReportInWork(spooled, await processReport(spooled, { types }));
  if (report.reason !== undefined) throw new Error(report.reason);
  return toProcessedReport(report);
}

describe('recording what a stranger sends', () => {
  it.each(ITEMS)('looks at no table as a whole: %s', async (item) => {
    const { config, remove } = await createMigratedDatabase('sqlite');
    const database = openDatabase(config);
    const record = async (by: Database, ids: readonly number[]): Promise<void> => {
      const stores = createStores(by, { clock: new ClockDouble(), secret: 's'.repeat(32) });
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      await stores.reports.record(await Promise.all(ids.map((id) => process(id, item))));
    };
    await record(database, [1, 2]);
    const plan = await explain(database, (explained) => record(explained, [2, 3]));
    await database.close();
    await remove();
    expect(plan.split('\n').filter((line) => / SCAN /.test(line) && !SMALL.test(line))).toEqual([]);
  });
});
