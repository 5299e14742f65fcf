import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { LongReads } from '#product';
import { toNeed } from '#product/projects/projects/rules';
import { createGroupedEvent, createReport, onEachDatabase } from '#product/testing';
import type { FreshDatabase } from '#product/testing';
import { kyselyOf } from '#persistence/testing';
import { ChannelsSignal } from '../src/features/alerting/channels/channels.module.ts';
import { MonitorsSignal } from '../src/features/alerting/crons/crons.module.ts';
import { Access } from '../src/features/people/accounts/index.ts';
import { ProjectSignal, ProjectSignals } from '../src/features/projects/projects/index.ts';
import type { SignalLoader } from '../src/features/projects/projects/index.ts';
import { VerdictSignal } from '../src/features/recording/release-health/release-health.module.ts';
import { RoomSignal } from '../src/features/retention/bounds/bounds.module.ts';
import type { BoundsService } from '../src/features/retention/bounds/index.ts';
import { NewsSignal } from '../src/features/retention/project-health/news.signal.ts';

const HOUR_MS = 3_600_000;
const NOON_MS = Date.UTC(2026, 0, 5, 12);

interface NewIssue {
  readonly name: string;
  readonly users: number;
}

/** Plants what happens in projects, some hours before noon. */
class Planter {
  private reports = 0;

  constructor(private readonly fresh: FreshDatabase) {}

  async issues(projectId: number, issues: readonly (NewIssue & { readonly hoursAgo: number })[]) {
    const events = issues.flatMap(({ hoursAgo, name, users }) =>
      Array.from({ length: users }, (_, nth) =>
        createGroupedEvent({
          event: { projectId, occurredAtMs: NOON_MS - hoursAgo * HOUR_MS },
          groupedBy: `${projectId} ${name}`,
          userHash: `user ${nth}`,
        }),
      ),
    );
    this.reports += 1;
    await this.fresh.stores.reports.record([createReport(this.reports, events)]);
  }

  issue(projectId: number, hoursAgo: number, issue: NewIssue) {
    return this.issues(projectId, [{ ...issue, hoursAgo }]);
  }

  async solve(projectId: number, hoursAgo: number) {
    const rows = await this.kysely.selectFrom('issues').select(['id', 'project_id']).execute();
    const issueIds = rows.flatMap((row) => (row.project_id === projectId ? row.id : []));
    const at = { byUserId: 1, nowMs: NOON_MS - hoursAgo * HOUR_MS };
    await this.fresh.stores.triage.change({ issueIds, change: { kind: 'resolve' }, ...at });
  }

  async end(
    projectId: number,
    hoursAgo: number,
    counts: Partial<Record<'stored' | 'rate_limited' | 'invalid', number>>,
  ) {
    const of = { projectId, publicKey: 'abc', atMs: NOON_MS - hoursAgo * HOUR_MS } as const;
    await this.fresh.stores.outcomes.add(
      Object.entries(counts).map(
        ([outcome, quantity]) =>
          ({ ...of, kind: 'error', outcome, reason: 'key', quantity }) as never,
      ),
    );
  }

  async sessions(
    projectId: number,
    hoursAgo: number,
    release: string,
    crashed: number,
    begun = 400,
  ) {
    this.reports += 1;
    const startedAtMs = NOON_MS - hoursAgo * HOUR_MS;
    const group = { startedAtMs, begun, errored: 0, crashed, abnormal: 0 };
    const of = { projectId, receivedAtMs: startedAtMs, release, environment: 'live' };
    const sessions = [{ ...of, groups: [group] }];
    await this.fresh.stores.reports.record([createReport(this.reports, [], { sessions })]);
  }

  async monitor(projectId: number, name: string, status: 'missed' | 'error', isMuted = false) {
    const { id } = await this.kysely
      .insertInto('monitors')
      .values({
        project_id: projectId,
        slug: name,
        name,
        state: isMuted ? 'muted' : 'active',
        scheduled_by: 'nobody',
        is_of_check_in: 0,
        created_at: 0,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const failing = { environment: 'live', created_at: 0, status, is_failing: 1 };
    await this.kysely
      .insertInto('monitor_environments')
      .values({ monitor_id: id, project_id: projectId, ...failing })
      .execute();
  }

  async channelGone(projectId: number) {
    const { channels } = this.fresh.stores;
    const settings = { address: 'https://chat.example/hook' };
    const by = { byUserId: 1, nowMs: NOON_MS };
    await channels.add({ projectId }, { kind: 'slack', name: 'Ops', hint: '', settings }, by);
    await this.kysely
      .updateTable('channels')
      .set({ gone_at: NOON_MS })
      .where('project_id', '=', projectId)
      .execute();
  }

  private get kysely() {
    return kyselyOf(this.fresh.database);
  }
}

type Plant = (planter: Planter, id: number) => Promise<void>;

const DAYS = [7, 6, 5, 4, 3, 2, 1, 0];

const noisy: Plant = (planter, id) =>
  planter.issues(
    id,
    DAYS.flatMap((day) =>
      ['a', 'b', 'c'].map((name) => ({ hoursAgo: day * 24 + 3, name: name + day, users: 6 })),
    ),
  );

const steady: Plant = (planter, id) =>
  planter.issues(
    id,
    DAYS.map((day) => ({ hoursAgo: day * 24 + 3, name: 'the same', users: 20 })),
  );

const busy: Plant = async (planter, id) => {
  for (const day of DAYS) {
    for (const quarter of [0, 6, 12]) await planter.end(id, day * 24 + quarter, { stored: 900 });
    await planter.end(id, day * 24 + 18, { stored: 3400, invalid: 5 });
  }
};

const solved: Plant = async (planter, id) => {
  await planter.issue(id, 30, { name: 'solved', users: 30 });
  await planter.solve(id, 29);
};

/** Projects as on every day: noisy, busy, worse for weeks, muted, solved, or without any event. */
const EVERY_DAY: readonly Plant[] = [
  noisy,
  steady,
  busy,
  solved,
  (p, id) =>
    p.issues(
      id,
      DAYS.map((day) => ({ hoursAgo: day * 24, name: `${day}`, users: 3 })),
    ),
  async (p, id) => {
    await p.sessions(id, 21 * 24, 'shop@1', 1);
    await p.sessions(id, 20 * 24, 'shop@2', 40);
    await p.sessions(id, 5, 'shop@2', 40);
  },
  async (p, id) => {
    await p.sessions(id, 30, 'shop@1', 4);
    await p.sessions(id, 5, 'shop@2', 5);
  },
  (p, id) => p.monitor(id, 'muted-job', 'error', true),
  (p, id) => p.issue(id, 1, { name: 'small', users: 1 }),
  async () => undefined,
  async () => undefined,
];

const MORNINGS: readonly (readonly [words: string, ...plants: Plant[]])[] = [
  ['12 % of reports refused', (p, id) => p.end(id, 2, { stored: 880, rate_limited: 120 })],
  ['nightly-backup missed', (p, id) => p.monitor(id, 'nightly-backup', 'missed')],
  ['sync failed', noisy, (p, id) => p.monitor(id, 'sync', 'error')],
  [
    '2 worse by 3 points',
    steady,
    (p, id) => p.sessions(id, 50, 'shop@1', 2),
    (p, id) => p.sessions(id, 20, 'shop@2', 14),
  ],
  [
    '2 worse by 9.1 points',
    async (p, id) => {
      await p.sessions(id, 10 * 24, 'shop@1', 2);
      await p.sessions(id, 7 * 24, 'shop@2', 50, 500);
      await p.sessions(id, 20, 'shop@2', 4, 60);
    },
  ],
  [
    '1 regressed',
    (p, id) => p.issue(id, 80, { name: 'solved', users: 30 }),
    (p, id) => p.solve(id, 70),
    (p, id) => p.issue(id, 50, { name: 'solved', users: 25 }),
  ],
  [
    '1 regressed',
    steady,
    (p, id) => p.solve(id, 2),
    (p, id) => p.issue(id, 1, { name: 'the same', users: 25 }),
  ],
  ['1 new', (p, id) => p.issue(id, 1, { name: 'checkout', users: 60 })],
  ['events at 4 × last week’s peak', busy, (p, id) => p.end(id, 1, { stored: 4 * 3400 })],
  ['a channel is gone', busy, (p, id) => p.channelGone(id)],
  ['1 regressed', solved, (p, id) => p.issue(id, 4, { name: 'solved', users: 3 })],
  ['4 new', noisy, (p, id) => p.issue(id, 1, { name: 'payment', users: 40 })],
];

onEachDatabase('The signals of projects', ({ openFresh }) => {
  it('put the project in need before all others, on twelve mornings of twelve projects', async () => {
    const fresh = await openFresh();
    const { stores } = fresh;
    const others = EVERY_DAY.map((_, index) => index + 1);
    const inNeed = MORNINGS.map((_, index) => 21 + index);
    await stores.projects.ensure([...others, ...inNeed].map((id) => ({ slug: `p${id}`, id })));
    const planter = new Planter(fresh);
    for (const id of others) await EVERY_DAY[id - 1]!(planter, id);
    for (const [index, id] of inNeed.entries()) {
      const [, ...plants] = MORNINGS[index]!;
      for (const plant of plants) await plant(planter, id);
    }
    const reads = { stores } as LongReads;
    const bounds = { listRoomLeft: async () => new Map() } as unknown as BoundsService;
    const loaders = [
      new ChannelsSignal(reads),
      new MonitorsSignal(reads),
      new NewsSignal(reads),
      new RoomSignal(bounds, reads),
      new VerdictSignal(reads),
    ];
    const projects = await stores.projects.list();
    const listByNeed = async (ids: readonly number[]) => {
      const asked = projects.filter(({ id }) => ids.includes(id));
      const context = { projects: asked, nowMs: NOON_MS, access: new Access('guest') };
      const told = await Promise.all(loaders.map((loader) => loader.load(context)));
      return ids
        .map((id) => ({ id, ...toNeed(told.flatMap((signs) => signs.get(id) ?? [])) }))
        .toSorted((one, other) => other.weight - one.weight);
    };
    const found: unknown[] = [];
    for (const id of inNeed) {
      const [{ id: first, signs } = {}] = await listByNeed([...others, id]);
      found.push([first, signs?.[0]?.words]);
    }
    expect(found).toEqual(MORNINGS.map(([words], index) => [inNeed[index], words]));
    expect((await listByNeed(others))[0]!.weight).toBeLessThan(10);
    const token = { id: 1, name: '', scopes: [], rights: new Set(['project.alerts'] as const) };
    const context = { projects, nowMs: NOON_MS, access: new Access({ token }) };
    const named = await new ChannelsSignal(reads).load(context);
    expect([...named.values()]).toMatchObject([[{ words: 'the channel Ops is gone' }]]);
  });
});

describe('ProjectSignals', () => {
  it('logs a signal that fails, and returns what the others know as incomplete', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    class Failing implements SignalLoader {
      load = () => Promise.reject(new Error('too slow'));
    }
    class Telling implements SignalLoader {
      load = async () => new Map([[1, [{ kind: 'unheard', size: 1, words: 'gone' } as const]]]);
    }
    const providers = [Failing, Telling].map((metatype) => {
      ProjectSignal()(metatype);
      return [metatype, { metatype, instance: new metatype() }] as const;
    });
    const signals = new ProjectSignals(new Map([[0, { providers: new Map(providers) }]]) as never);
    signals.onModuleInit();
    const context = {
      projects: [{ id: 1, slug: 'a', name: 'A' }],
      nowMs: NOON_MS,
      access: new Access('guest'),
    };
    const { needs, isComplete } = await signals.load(context);
    expect([needs.get(1)?.signs[0]?.words, isComplete]).toEqual(['gone', false]);
    expect(error).toHaveBeenCalledWith(new Error('too slow'));
  });
});
