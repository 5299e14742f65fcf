import type { Stores } from '#product';
import { operatorLimits } from '#shared';
import type { Clock, SeenCondition } from '#shared';
import type { DeliverySettings } from '../delivery/create-deliveries.ts';
import { toUnsubscribeAddress } from '../delivery/mail/unsubscribe-address.ts';
import type { Forwarding } from '../forwarding/forwarding.ts';
import type { Health } from '../health/health.ts';
import type { SpoolRoom } from '../health/spool-room.ts';
import type { RefusedKeys } from '../keys/refused-keys.ts';
import { composeOperatorAlert } from './compose-operator-alert.ts';
import { RequestsInWindow } from './requests-in-window.ts';
import {
  seeBudget,
  seeDisk,
  seeLimits,
  seeQueue,
  seeUpstreams,
  seeWrongDsns,
} from './seen-conditions.ts';

export interface OperatorWatchParts {
  readonly stores: Pick<Stores, 'operatorAlerts' | 'outcomes' | 'projects' | 'storage'>;
  readonly health: Pick<Health, 'findQueue'>;
  readonly room: Pick<SpoolRoom, 'usedDiskShare'>;
  readonly forwarding: Pick<Forwarding, 'describe'>;
  readonly refusedKeys: Pick<RefusedKeys, 'list' | 'total'>;
  readonly settings: Pick<DeliverySettings, 'publicUrl' | 'smtpUrl'>;
  readonly clock: Clock;
  /** The spool of this relay, by which its conditions are told from those of others. */
  readonly scope: string;
}

/** Looks at how this relay and the installation do, and has those told who run them. */
export class OperatorWatch {
  private readonly wrong = new RequestsInWindow(operatorLimits.windowMs);

  constructor(private readonly parts: OperatorWatchParts) {}

  async look(): Promise<void> {
    const { stores, settings, clock } = this.parts;
    const { publicUrl, smtpUrl } = settings;
    const nowMs = clock.nowMs();
    const seen = [...(await this.seeRelay(nowMs)), ...(await this.seeInstallation(nowMs))];
    await stores.operatorAlerts.judge(seen, {
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
      ...seeDisk(room.usedDiskShare, scope),
      seeUpstreams(forwarding.describe(nowMs), { scope, nowMs }),
      seeWrongDsns(wrong, refusedKeys.list(), scope),
    ];
  }

  private async seeInstallation(nowMs: number): Promise<SeenCondition[]> {
    const { stores } = this.parts;
    const projects = await stores.projects.list();
    const sums = await stores.outcomes.sum({
      projectIds: projects.map(({ id }) => id),
      fromMs: nowMs - operatorLimits.windowMs,
      toMs: nowMs,
      per: 'minute',
    });
    return [seeLimits(sums, projects), seeBudget(await stores.storage.getState(nowMs))];
  }
}
