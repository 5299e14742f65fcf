import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ensureSecret } from '#persistence';
import { createStores, openDatabase } from '#product';
import { filterSettings } from '#product/recording/filters';
import { groupingRuleSettings } from '#product/recording/grouping-rules';
import { privacySettings } from '#product/recording/privacy';
import { retentionSettings } from '#product/projects/projects';
import type { Issue } from '#product/recording/issues';
import type { Stores } from '#product';
import { createTestDatabase } from '#persistence/testing';
import { createEnvelope } from '../apps/monitoring-relay/test/support/envelopes.ts';
import { runCommand } from '../apps/monitoring-relay/test/support/operator-command.ts';
import { createTemporaryFolder } from '../apps/monitoring-relay/test/support/temporary-folder.ts';
import { untilDrained } from '../scripts/support/drained.mjs';
import { listIssues, readFacts } from '../scripts/support/kept-contents.mjs';
import { root } from '../scripts/support/root.mjs';
import { ask } from './support/http.ts';
import { METRICS_TOKEN } from './support/metrics.ts';
import { startErrata } from './support/started-errata.ts';
import type { StartedErrata } from './support/started-errata.ts';

/**
 * Contains a folder for each release, which scripts/keep-release.mjs has made. No test may depend
 * on the age of a release.
 */
const RELEASES = join(import.meta.dirname, 'releases');

interface Kept {
  readonly owner: { readonly email: string; readonly password: string };
  /**
   * Facts that the release itself read from its data, after it had processed the waiting reports.
   */
  readonly facts: { readonly issues: readonly { readonly type: string; readonly value: string }[] };
  readonly samples: readonly { project: string; issue: number; event: object }[];
}

const parts = { filterSettings, groupingRuleSettings, privacySettings, retentionSettings };

const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const work of cleanUp.splice(0).toReversed()) await work();
});

async function signIn({ url }: StartedErrata, credentials: Kept['owner']): Promise<string> {
  const { status, headers } = await fetch(`${url}/sign-in?_action=sign-in`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ ...credentials }),
    redirect: 'manual',
  });
  expect(status).toBe(303);
  return headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

async function sendSamples({ relayUrl }: StartedErrata, stores: Stores, { samples }: Kept) {
  const projects = await stores.projects.list();
  const keys = await stores.projects.listKeys();
  for (const { project, event } of samples) {
    const id = projects.find(({ slug }) => slug === project)?.id;
    const key = keys.find(({ projectId }) => projectId === id)?.publicKey;
    const eventId = randomUUID().replaceAll('-', '');
    const answer = await fetch(`${relayUrl}/api/${id}/envelope/?sentry_key=${key}`, {
      method: 'POST',
      body: createEnvelope({
        eventId,
        event: { ...event, event_id: eventId, timestamp: undefined },
      }),
    });
    expect(answer.status).toBe(200);
  }
}

it('the kept releases include the version of package.json, from scripts/keep-release.mjs', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(readdirSync(RELEASES)).toContain(version);
});

describe.each(readdirSync(RELEASES))('the data of an installation of %s', (release) => {
  const folder = join(RELEASES, release);
  const kept = JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8')) as Kept;

  it.each(['sqlite', 'postgres'] as const)(
    'is complete and in use under this version, on %s',
    async (kind) => {
      const { config, remove } = await createTestDatabase(kind);
      cleanUp.push(remove);
      const env = {
        DATA_DIR: config.dataDir,
        METRICS_TOKEN,
        MONITORING_DSN: 'off',
        ...(config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl }),
      };
      const unpacked = createTemporaryFolder();
      execFileSync('tar', ['-xzf', join(folder, `${kind}.tar.gz`), '-C', unpacked]);
      const restore = await runCommand(['restore', join(unpacked, 'backup')], env);
      expect(restore).toMatchObject({ code: 0, errors: '' });

      const errata = await startErrata(env);
      cleanUp.push(() => errata.end());
      await untilDrained(errata.relayUrl, METRICS_TOKEN);
      const database = openDatabase(config);
      cleanUp.push(() => database.close());
      const secret = ensureSecret(config.dataDir);
      const stores = createStores(database, { secret });
      expect(await readFacts(stores, parts)).toEqual(kept.facts);

      const headers = { Cookie: await signIn(errata, kept.owner) };
      const list = await ask(`${errata.url}/issues?query=`, headers);
      expect(list.status).toBe(200);
      const issues: Issue[] = await listIssues(stores);
      for (const { id, value } of issues) {
        expect(list.text).toContain(value);
        const page = await ask(`${errata.url}/issues/${id}`, headers);
        expect(page).toEqual({ status: 200, text: expect.stringContaining(value) });
      }

      await sendSamples(errata, stores, kept);
      await untilDrained(errata.relayUrl, METRICS_TOKEN);
      const before = issues.map(({ id, events }, index) => {
        const more = kept.samples.filter(({ issue }) => issue === index).length;
        return [id, events + more];
      });
      const after = await Promise.all(issues.map(({ id }) => stores.issues.find(id)));
      expect(after.map((issue) => [issue?.id, issue?.events])).toEqual(before);
    },
  );
});
