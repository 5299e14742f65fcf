import { Injectable } from '@nestjs/common';
import { ChannelStore } from '#product/alerting/channels';
import { OperatorAlertStore } from '#product/alerting/operator-alerts';
import { Clock } from '#shared';
import {
  operatorConditionNames,
  operatorConditions,
} from '#product/alerting/operator-alerts/rules';
import type { OperatorConditionName } from '#product/alerting/operator-alerts/rules';
import type { SectionState } from '../../people/menus/index.ts';
import { RendererConfig } from '../../../config/renderer-config.ts';

/**
 * Shows and changes the alerts about Errata itself. The methods do not check rights. Callers must
 * do so.
 */
@Injectable()
export class OperatorAlertsService implements SectionState {
  constructor(
    private readonly alerts: OperatorAlertStore,
    private readonly channels: ChannelStore,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async describeState(): Promise<string> {
    const silenced = (await this.alerts.listSilenced()).size;
    if (silenced > 0) return `${silenced} silenced`;
    const hasChannel = (await this.channels.list({})).length > 0;
    return hasChannel || this.config.isMailSet ? 'on' : 'silent';
  }

  async show() {
    const [standing, silenced, channels] = await Promise.all([
      this.alerts.listStanding(),
      this.alerts.listSilenced(),
      this.channels.list({}),
    ]);
    return {
      nowMs: this.clock.nowMs(),
      isMailSet: this.config.isMailSet,
      conditions: operatorConditionNames.map((name) => {
        const { title, when } = operatorConditions[name];
        const lasting = standing.filter((each) => each.name === name);
        const sinceMs = lasting.map((each) => each.sinceMs);
        return { name, title, when, isOn: !silenced.has(name), sinceMs };
      }),
      channels: channels.filter(({ gone }) => !gone).map(({ name }) => name),
    };
  }

  async switch(name: OperatorConditionName, isOn: boolean, byUserId: number): Promise<void> {
    await this.alerts.silence(name, !isOn, { byUserId, nowMs: this.clock.nowMs() });
  }
}
