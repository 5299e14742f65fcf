import { expect, it } from '@jest/globals';
import { accountLimits, channelLimits } from '#shared';
import { defaultAlertRule } from '#product/alerting/alerts/rules';
import type { AlertMessage } from '#product/alerting/channels/rules';
import { createStores } from './create-stores.ts';
import { unbounded } from './recording/record/store/recording-bounds.ts';
import {
  addPeople,
  createAlertMessage,
  createGroupedEvent,
  createReport,
  onEachDatabase,
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  NOON_MS,
} from './testing/index.ts';
import type { EachDatabase } from './testing/index.ts';
import { eventAt, eventOf, openTriage } from './testing/triage.ts';

const CLAIM = { leaseMs: 30_000, limit: 9 };
const SUBMIT = { scope: 'ann', action: 'add', address: '/', key: 'k' };
const HOURLY = {
  schedule: { type: 'interval', value: 1, unit: 'hour' },
  timeZone: 'UTC',
  marginMinutes: 5,
  runtimeMinutes: 30,
  failureThreshold: 1,
  recoveryThreshold: 1,
} as const;

const STEP_MS = 30_000;
const APP = { user_id: 1, secret: Buffer.alloc(1), seal: '', is_pending: 0, created_at: NOON_MS };
const KEY = { user_id: 1, credential_id: 'c', public_key: Buffer.alloc(1), counter: 1, name: 'K' };
const SEEN = { created_at: NOON_MS, last_seen_at: NOON_MS, expires_at: NOON_MS + 30 * DAY_MS };
const SESSION = { token_hash: 't', user_id: 1, user_agent: '', address: '' };
const BUNDLE = { project_id: 1, checksum: 'c', chunks: '[]', bytes: 0, created_at: NOON_MS };
const CLAIMED = {
  state: 'assembling',
  used_at: NOON_MS,
  claimed_at: NOON_MS,
  attempts: 1,
} as const;
const ORDER = { project_id: 1, issue_id: 1, keys: '[]', total: 1, reached_at: 0 };

type Opened = Awaited<ReturnType<typeof open>>;

async function open(openFresh: EachDatabase['openFresh']) {
  const opened = await openTriage(openFresh);
  const { database, db, clock, change, record, recordReport } = opened;
  const bounds = { ...unbounded, newIssues: 3, newIssuesPerMinute: 1 };
  const stores = createStores(database, { bounds, clock, secret: 's'.repeat(32) });
  await addPeople(stores, ['ann']);
  const by = { projectId: 1, byUserId: 1, nowMs: NOON_MS };
  const settings = { address: 'https://hooks.slack.com/services/x' };
  await stores.channels.add(
    { projectId: 1 },
    { kind: 'slack', name: 'Ops', hint: '', settings },
    by,
  );
  await db.updateTable('projects').set({ created_at: 0 }).execute();
  const afterNoonMs = () => clock.ms - NOON_MS;
  let sent = 0;
  /** Sends what is due, and returns how many messages there were together. */
  const tell = async () => {
    const compose = ({ id }: { id: string }) => ({ ...createAlertMessage(), id });
    const sending = { nowMs: clock.ms, canMail: false, toUnsubscribe: String, compose };
    while (await stores.alerts.spread(sending)) continue;
    while (await stores.alerts.sendNext({ ...sending, onFault: () => undefined })) continue;
    sent += (await db.deleteFrom('outbox').returning('id').execute()).length;
    return sent;
  };
  const setRule = async (rule: object) => {
    const [first] = await stores.alertRules.list(1);
    const changed = { ...defaultAlertRule, channels: [1], toMembers: false, ...rule };
    await stores.alertRules.change(first!, changed, by);
  };
  await setRule({});
  const regress = async () => {
    await change([1], { kind: 'resolve' }, { user: 1, nowMs: clock.ms });
    clock.ms += 1;
    await record(eventOf(1, afterNoonMs()));
  };
  let reportId = 100;
  const checkIn = (status: 'ok' | 'in_progress') => {
    reportId += 1;
    const said = { projectId: 1, receivedAtMs: clock.ms, slug: 'job', environment: 'production' };
    const newId = `${reportId}`.padStart(32, 'a');
    const checkIns = [{ ...said, status, newId, config: HOURLY }];
    return recordReport({ checkIns });
  };
  const judgeRuns = async (afterMs = 0) => {
    const nowMs = clock.ms + afterMs;
    const watched = await stores.monitors.watch({ relay: 'one', nowMs, recordedUntilMs: nowMs });
    const judging = { nowMs, untilMs: nowMs, awakeSinceMs: 0 };
    if (watched) while (await stores.monitors.judgeNext(judging)) continue;
    return (await stores.monitors.findFailure())?.run.status;
  };
  const recordNew = (ids: readonly number[], afterMs: number) => {
    const events = ids.map((id) => createGroupedEvent(eventOf(id, afterNoonMs() + afterMs)));
    reportId += 1;
    return stores.reports.record([createReport(reportId, events)]);
  };
  const judgeDisk = async () => {
    const told: string[] = [];
    const compose = ({ news }: { news: string }) => {
      told.push(news);
      return { id: news } as AlertMessage;
    };
    const sending = { nowMs: clock.ms, canMail: false, toUnsubscribe: String, compose };
    const seen = { name: 'disk', scope: '', level: 1, facts: [] } as const;
    await stores.operatorAlerts.judge([seen], sending);
    return told;
  };
  const parts = { stores, db, afterNoonMs, tell, setRule, regress, recordNew };
  return { ...opened, ...parts, checkIn, judgeRuns, judgeDisk };
}

/** Names what holds, does something before the clock is set back, and asks at once afterwards. */
type Place = readonly [
  name: string,
  before: (opened: Opened) => Promise<unknown>,
  after: (opened: Opened) => Promise<unknown>,
  holds: unknown,
];

const send = ({ stores, clock }: Opened) =>
  stores.deliveries.put(
    { destination: { to: 'channel', channelId: 1 }, message: createAlertMessage() },
    clock.ms,
  );
const claim = async ({ stores, clock }: Opened) =>
  (await stores.deliveries.claim({ ...CLAIM, nowMs: clock.ms })).length;
/** Leases are by the clock of the database, so the rows are moved instead of the clock. */
const moveLeases = (table: 'outbox' | 'idempotency_keys', { db, afterNoonMs }: Opened) =>
  db
    .updateTable(table as 'outbox')
    .set((row) => ({ lease_ends_at: row('lease_ends_at', '-', afterNoonMs()) }))
    .execute();
const submit = async ({ stores, clock }: Opened) => {
  const options = { fingerprint: 'f', nowMs: clock.ms, leaseMs: MINUTE_MS };
  return (await stores.idempotency.claim(SUBMIT, options)).state;
};
const signIn = ({ stores, clock }: Opened) =>
  stores.signInAttempts.take({
    keys: [{ key: 'ann', waitAfterMs: () => accountLimits.signInLongestWaitMs }],
    nowMs: clock.ms,
    forgottenAfterMs: HOUR_MS,
  });

const places: readonly Place[] = [
  ['a message in the outbox is due', send, claim, 1],
  [
    'a message whose sender was killed is sent',
    async (opened) => [await send(opened), await claim(opened)],
    async (opened) => [await moveLeases('outbox', opened), await claim(opened)].at(-1),
    1,
  ],
  ['a firing is told', ({ record }) => record(eventOf(1, 0)), ({ tell }) => tell(), 1],
  [
    'a queue that waits for its minute is sent',
    async ({ record, tell, clock, stores }) => {
      await record(eventOf(1, 0));
      await tell();
      await record(eventOf(2, 1000));
      await stores.alerts.spread({ nowMs: clock.ms + 1000, canMail: false });
    },
    ({ tell }) => tell(),
    2,
  ],
  [
    'an issue that was resolved reopens',
    async ({ record, change, clock }) => {
      await record(eventOf(1, 0));
      await change([1], { kind: 'resolve' }, { user: 1, nowMs: clock.ms });
    },
    async ({ record, afterNoonMs, stateOf, clock }) => {
      await record(eventOf(1, afterNoonMs()));
      return (await stateOf(1, clock.ms))?.kind;
    },
    'regressed',
  ],
  [
    'a rule that had fired alerts again, without a pause',
    async ({ record, regress, tell, clock }) => {
      await record(eventOf(1, 0));
      await tell();
      clock.ms += 2 * MINUTE_MS;
      return [await regress(), await tell()];
    },
    async ({ regress, tell }) => [await regress(), await tell()],
    [undefined, 3],
  ],
  [
    "a project's first hour ends",
    async ({ db, record, tell }) => {
      await db.updateTable('projects').set({ created_at: NOON_MS }).execute();
      for (let id = 1; id <= 12; id += 1) await record(eventOf(id, 0));
      await db.updateTable('alert_rules').set({ is_first: 1 }).execute();
      return tell();
    },
    async ({ stores, clock }) =>
      (await stores.alertRules.findSilence(1, { nowMs: clock.ms, canMail: false }))?.summaryMs,
    undefined,
  ],
  [
    'events from before do not count for a threshold',
    async ({ setRule, record }) => {
      await setRule({ onNew: false, events: { count: 3, minutes: 60, of: 'issue' } });
      await record(eventAt(0), eventAt(1));
    },
    async ({ record, afterNoonMs, tell }) => {
      await record(eventAt(afterNoonMs()));
      return tell();
    },
    0,
  ],
  [
    'a channel may be tested',
    async ({ stores, clock }) => {
      for (let test = 0; test < channelLimits.testsPerMinute; test += 1) {
        await stores.deliveries.putTest(1, { ...createAlertMessage(), id: `${test}` }, clock.ms);
      }
    },
    ({ stores, clock }) => stores.deliveries.putTest(1, createAlertMessage(), clock.ms),
    undefined,
  ],
  [
    'a cron run is missed when it is due',
    async ({ checkIn, judgeRuns }) => [await checkIn('ok'), await judgeRuns()],
    async ({ judgeRuns }) => [await judgeRuns(), await judgeRuns(HOUR_MS + 6 * MINUTE_MS)],
    [undefined, 'missed'],
  ],
  [
    'a cron run takes too long after its longest time',
    async ({ checkIn, judgeRuns }) => [await checkIn('in_progress'), await judgeRuns()],
    async ({ judgeRuns }) => [await judgeRuns(), await judgeRuns(31 * MINUTE_MS)],
    [undefined, 'timeout'],
  ],
  [
    'operators are reminded a day later',
    ({ judgeDisk }) => judgeDisk(),
    async ({ judgeDisk, clock }) => {
      await judgeDisk();
      clock.ms += DAY_MS;
      return judgeDisk();
    },
    ['lasts'],
  ],
  [
    'a job whose relay was killed runs elsewhere',
    ({ stores }) => stores.jobLeases.hold('a', { holder: 'one', leaseMs: MINUTE_MS }),
    // The lease is by the clock of the database, so the row is moved instead of the clock.
    async ({ stores, db, afterNoonMs }) => {
      await db
        .updateTable('job_leases')
        .set((row) => ({ until: row('until', '-', afterNoonMs()) }))
        .execute();
      return stores.jobLeases.hold('a', { holder: 'two', leaseMs: MINUTE_MS });
    },
    true,
  ],
  [
    'a submit whose process was killed runs',
    submit,
    async (opened) => [await moveLeases('idempotency_keys', opened), await submit(opened)].at(-1),
    'claimed',
  ],
  ['somebody who had to wait may sign in', signIn, signIn, { ok: true }],
  [
    'a session is seen',
    ({ db }) =>
      db
        .insertInto('sessions')
        .values({ ...SESSION, ...SEEN })
        .execute(),
    async ({ stores, clock }) => {
      await stores.sessions.noteSeen(1, clock.ms);
      const [session] = await stores.sessions.list(1, { nowMs: clock.ms, limit: 1 });
      return session!.lastSeenMs - clock.ms;
    },
    0,
  ],
  [
    'a code of an app is accepted',
    ({ db }) =>
      db
        .insertInto('second_factor_apps')
        .values({ ...APP, last_step: NOON_MS / STEP_MS })
        .execute(),
    ({ stores, clock }) => stores.secondFactors.takeStep(1, Math.floor(clock.ms / STEP_MS)),
    true,
  ],
  [
    'a passkey is accepted',
    ({ db }) =>
      db
        .insertInto('passkeys')
        .values({ ...KEY, last_until: NOON_MS, created_at: NOON_MS, last_used_at: NOON_MS })
        .execute(),
    ({ stores, clock: { ms: nowMs } }) =>
      stores.passkeys.take(1, { untilMs: nowMs + MINUTE_MS, counter: 2, nowMs }),
    true,
  ],
  [
    'a bundle whose relay was killed is assembled',
    ({ db }) =>
      db
        .insertInto('artifact_bundles')
        .values({ ...BUNDLE, ...CLAIMED })
        .execute(),
    async ({ stores, clock }) => (await stores.artifactBundles.claim(clock.ms))?.attempts,
    2,
  ],
  [
    'an order to group anew begins',
    async ({ record, db }) => {
      await record(eventOf(1, 0));
      const row = { ...ORDER, state: 'running', asked_at: NOON_MS } as const;
      await db.insertInto('reprocessings').values(row).execute();
    },
    async ({ stores, clock }) => (await stores.reprocessings.readPage(clock.ms))?.order.id,
    1,
  ],
  [
    'a project has room for new issues again',
    ({ recordNew }) => recordNew([1, 2, 3, 4], 0),
    async ({ stores, recordNew }) => {
      await recordNew([5], 0);
      await recordNew([6], 2 * MINUTE_MS);
      return (await stores.issues.list({ limit: 10 })).length;
    },
    5,
  ],
];

onEachDatabase('a clock that is set back by a day', ({ openFresh }) => {
  it.each(places)('%s at once', async (_name, before, after, holds) => {
    const opened = await open(openFresh);
    await before(opened);
    opened.clock.ms -= DAY_MS;
    expect(await after(opened)).toEqual(holds);
  });
});

onEachDatabase('a clock that is set forward by a day, and back again', ({ openFresh }) => {
  it('loses no alert, and tells none twice', async () => {
    const opened = await open(openFresh);
    const { clock, record, afterNoonMs, tell, regress } = opened;
    await record(eventOf(1, 0));
    clock.ms += DAY_MS;
    expect(await tell()).toBe(1);
    await record(eventOf(2, afterNoonMs()));
    clock.ms += 2 * MINUTE_MS;
    expect(await tell()).toBe(2);
    clock.ms -= DAY_MS;
    expect(await tell()).toBe(2);
    await record(eventOf(3, afterNoonMs()));
    expect(await tell()).toBe(3);
    clock.ms += 2 * MINUTE_MS;
    await regress();
    expect(await tell()).toBe(4);
    clock.ms += MINUTE_MS;
    await regress();
    expect(await tell()).toBe(4);
  });

  it('ends a mute with the last of a number of events within an hour', async () => {
    const { clock, record, change, stateOf, afterNoonMs } = await open(openFresh);
    await record(eventAt(-1));
    await change([1], { kind: 'muteUntilEvents', count: 2, windowMinutes: 60 });
    clock.ms += DAY_MS;
    await record(eventAt(afterNoonMs()));
    clock.ms -= DAY_MS - MINUTE_MS;
    await record(eventAt(afterNoonMs()));
    expect(await stateOf(1, clock.ms)).toMatchObject({ status: 'muted' });
    await record(eventAt(afterNoonMs()));
    expect(await stateOf(1, clock.ms)).toMatchObject({ status: 'unresolved' });
  });

  it('keeps what waits in the outbox, even when it was overdue meanwhile', async () => {
    const opened = await open(openFresh);
    const { stores, clock } = opened;
    await send(opened);
    clock.ms += 2 * DAY_MS;
    const [claimed] = await stores.deliveries.claim({ ...CLAIM, nowMs: clock.ms });
    await stores.deliveries.postpone(claimed!, clock.ms + HOUR_MS);
    clock.ms -= 2 * DAY_MS;
    expect(await stores.deliveries.claim({ ...CLAIM, nowMs: clock.ms })).toHaveLength(1);
  });
});
