import { Body, Get } from '@nestjs/common';
import {
  operatorConditionNames,
  operatorConditions,
} from '#product/alerting/operator-alerts/rules';
import type { OperatorConditionName } from '#product/alerting/operator-alerts/rules';
import type { ActionOf, PropsOf } from '#shared';
import { IsIn } from 'class-validator';
import { Action, Flash, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { SettingsSection } from '../../people/settings/index.ts';
import { OperatorAlertsService } from './operator-alerts.service.ts';

class SwitchConditionDto {
  @IsIn(operatorConditionNames, { message: 'There is no such condition.' })
  readonly condition!: OperatorConditionName;

  @IsIn(['on', 'off'], { message: 'There is no such choice.' })
  readonly to!: 'on' | 'off';
}

type SwitchConditionAction = ActionOf<'switch', SwitchConditionDto>;

@SettingsSection({
  name: 'Alerts about Errata',
  words: 'storage disk delay operator silence',
  segment: 'alerts',
  state: OperatorAlertsService,
  help: 'Errata tells its owners when it cannot do its work: no room, delays, a relay that is away.',
  document: 'operating',
  order: 68,
  right: 'instance.settings',
})
export class OperatorAlertsController {
  constructor(private readonly alerts: OperatorAlertsService) {}

  @Get()
  @Page<PropsOf<OperatorAlertsController['show']>>('operator-alerts/operator-alerts.page', {
    head: () => ({ title: 'Alerts about Errata' }),
    staleMs: 0,
  })
  show() {
    return this.alerts.show();
  }

  @Action<SwitchConditionAction>('switch')
  async switch(
    @Body() { condition, to }: SwitchConditionDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.alerts.switch(condition, to === 'on', access.getSignedIn().user.id);
    const undo = { action: 'switch', fields: { condition, to: to === 'on' ? 'off' : 'on' } };
    flash({ text: `“${operatorConditions[condition].title}” is ${to}.`, undo });
  }
}
