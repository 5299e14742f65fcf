import { randomUUID } from 'node:crypto';
import { toUnsubscribeAddress } from '#product/alerting/channels/relay';
import type { AlertMessage } from '#product/alerting/channels/rules';
import type { ProjectStore } from '#product/projects/projects';
import type { OutcomeStore } from '#product/recording/outcomes';
import type { StorageStore } from '#product/recording/storage';
import { formatDuration, formatUtc } from '#shared';
import * as operatorLimits from '../rules/operator-limits.ts';
import type { Clock, DeliverySettings, RefusedKey, RelayHealth, UpstreamState } from '#shared';
import type { SeenCondition } from '../rules/operator-conditions.ts';
import { operatorConditions } from '../rules/operator-conditions.ts';
import type { OperatorAlertStore, AlertedCondition } from '../index.ts';
import {
  type RelayRoom,
  seeBudget,
  seeDisk,
  seeLimits,
  seeQueue,
  seeUpstreams,
  seeWrongDsns,
} from './seen-conditions.ts';

export class RequestsInWindow {
  private samples: { readonly atMs: number; readonly total: number }[] = [];

  constructor(private readonly windowMs: number) {}

  /** Returns the growth in the last `windowMs`, or since the first call when that is later. */
  count(total: number, nowMs: number): number {
    // Samples from the future are older, because the clock was set back since.
    this.samples = this.samples.filter(({ atMs }) => atMs <= nowMs);
    this.samples.push({ atMs: nowMs, total });
    // Growth is measured from the last sample before the window, so older samples can be deleted.
    const first = this.samples.findLastIndex(({ atMs }) => atMs <= nowMs - this.windowMs);
    if (first > 0) this.samples = this.samples.slice(first);
    return total - this.samples[0]!.total;
  }
}

export interface OperatorWatchParts {
  readonly operatorAlerts: Pick<OperatorAlertStore, 'judge'>;
  readonly outcomes: Pick<OutcomeStore, 'sum'>;
  readonly projects: Pick<ProjectStore, 'list'>;
  readonly storage: Pick<StorageStore, 'getState'>;
  readonly health: {
    /** Undefined when the spool does not report how many reports wait. */
    findQueue(): Promise<RelayHealth['queue'] | undefined>;
  };
  readonly room: RelayRoom;
  readonly forwarding: { describe(nowMs: number): readonly UpstreamState[] };
  readonly refusedKeys: {
    list(): readonly RefusedKey[];
    readonly total: number;
  };
  readonly delivery: Pick<DeliverySettings, 'publicUrl' | 'smtpUrl'>;
  readonly clock: Clock;
  /** Id of this relay's spool. Conditions of different relays have different scopes. */
  readonly scope: string;
}

export class OperatorWatch {
  private readonly wrong = new RequestsInWindow(operatorLimits.windowMs);

  constructor(private readonly parts: OperatorWatchParts) {}

  async judgeConditions(): Promise<void> {
    const { operatorAlerts, delivery, clock } = this.parts;
    const { publicUrl, smtpUrl } = delivery;
    const nowMs = clock.nowMs();
    const seen = [...(await this.seeRelay(nowMs)), ...(await this.seeInstallation(nowMs))];
    await operatorAlerts.judge(seen, {
      nowMs,
      canMail: smtpUrl !== undefined,
      toUnsubscribe: (token) => toUnsubscribeAddress(publicUrl, token),
      compose: (told) => composeOperatorAlert(told, publicUrl),
    });
  }

  private async seeRelay(nowMs: number): Promise<SeenCondition[]> {
    const { health, room, forwarding, refusedKeys, scope } = this.parts;
    const queue = await health.findQueue();
    const wrong = this.wrong.count(refusedKeys.total, nowMs);
    return [
      ...(queue ? [seeQueue(queue, { scope, nowMs })] : []),
      ...seeDisk(room, scope),
      seeUpstreams(forwarding.describe(nowMs), { scope, nowMs }),
      seeWrongDsns(wrong, refusedKeys.list(), scope),
    ];
  }

  private async seeInstallation(nowMs: number): Promise<SeenCondition[]> {
    const { outcomes, projects, storage } = this.parts;
    const all = await projects.list();
    const sums = await outcomes.sum({
      projectIds: all.map(({ id }) => id),
      fromMs: nowMs - operatorLimits.windowMs,
      toMs: nowMs,
      per: 'minute',
    });
    return [seeLimits(sums, all), seeBudget(await storage.getState(nowMs))];
  }
}

export function composeOperatorAlert(
  { news, seen, standing, nowMs }: AlertedCondition,
  publicUrl: string,
): AlertMessage {
  const { name, scope, level, sinceMs, clearSinceMs = nowMs } = standing;
  const { title = operatorConditions[name].title, advice = operatorConditions[name].advice } = seen;
  const isOver = news === 'over';
  return {
    id: randomUUID(),
    incident: ['operator', name, scope, sinceMs].filter((part) => part !== '').join('-'),
    kind: 'operator',
    title: isOver ? `Over since ${formatUtc(clearSinceMs)}: ${title}` : `${title}${ADDED[news]}`,
    lines: [
      ...seen.facts,
      ...(isOver
        ? [`It lasted ${formatDuration(clearSinceMs - sinceMs)}, since ${formatUtc(sinceMs)}.`]
        : [`Since ${formatUtc(sinceMs)}.`, advice]),
    ],
    level: isOver ? 'ok' : level === 2 ? 'error' : 'warning',
    issues: [],
    more: 0,
    url: `${publicUrl}/settings/operation`,
    atMs: nowMs,
  };
}

const ADDED = { began: '', worse: ', more than before', lasts: ', still' } as const;
