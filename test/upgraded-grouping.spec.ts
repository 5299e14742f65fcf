import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupEvent } from '#events';
import { groupV1, groupV2 } from '#events/gallery';
import { createGroupedEvent, createReport, onEachDatabase } from '#persistence/testing';

type Sent = Readonly<Record<string, unknown>>;
type Keys = readonly { readonly version: number; readonly key: string }[];

const FOLDER = join(import.meta.dirname, '../libs/events/test/sdk-events');
const events: readonly Sent[] = [
  ...['go', 'java', 'python', 'rust'].flatMap((language) =>
    readdirSync(join(FOLDER, language)).map(
      (name) => JSON.parse(readFileSync(join(FOLDER, language, name), 'utf8')) as Sent,
    ),
  ),
  ...['{ id: 17 }', 'Order[id=17, to=Ann Lee]', "user 'Pat O'Neil'"].map((printed) => ({
    platform: 'python',
    message: `rejected ${printed}`,
  })),
];

/** What Errata gave events before, and gives them now. */
const versions: readonly ((event: Sent) => Keys)[] = [
  (event) => [{ version: 1, key: groupV1(event) }],
  (event) => [
    { version: 2, key: groupV2(event).key },
    { version: 1, key: groupV1(event) },
  ],
  (event) => groupEvent(event).keys,
];

describe('events that come again after an upgrade', () => {
  onEachDatabase(({ openFresh }) => {
    it.each([0, 1])('make no new issue where version %# of grouping made them', async (first) => {
      const { stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      let reportId = 0;
      const send = async (
        toKeys: (event: Sent) => Keys,
      ): Promise<readonly (number | undefined)[]> => {
        reportId += 1;
        const grouped = events.map((event) =>
          createGroupedEvent({ grouping: { keys: toKeys(event) } }),
        );
        const recorded = await stores.reports.record([createReport(reportId, grouped)]);
        return recorded.events.map(({ issueId }) => issueId);
      };
      const before = new Set(await send(versions[first]!));
      expect(before.size).toBeGreaterThan(50);
      // Of two issues that a newer version would join, events go to one.
      const toNewest = (event: Sent) => groupEvent(event).keys.slice(0, 1);
      for (const toKeys of [...versions.slice(first + 1), toNewest]) {
        const issues = await send(toKeys);
        expect(issues.filter((id) => !before.has(id))).toEqual([]);
      }
    });
  });
});
