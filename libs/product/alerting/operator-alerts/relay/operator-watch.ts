import { toUnsubscribeAddress } from '#product/alerting/channels/relay';
import type { ProjectStore } from '#product/projects/projects';
import type { OutcomeStore } from '#product/recording/outcomes';
import type { StorageStore } from '#product/recording/storage';
import { operatorLimits } from '#shared';
import type { Clock, DeliverySettings, RefusedKey, RelayHealth, UpstreamState } from '#shared';
import type { SeenCondition } from '../rules/operator-conditions.ts';
import type { OperatorAlertStore } from '../index.ts';
import { composeOperatorAlert } from './compose-operator-alert.ts';
import { RequestsInWindow } from './requests-in-window.ts';
import {
  type RelayRoom,
  seeBudget,
  seeDisk,
  seeLimits,
  seeQueue,
  seeUpstreams,
  seeWrongDsns,
} from './seen-conditions.ts';

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
