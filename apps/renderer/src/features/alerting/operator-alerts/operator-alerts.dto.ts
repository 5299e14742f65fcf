import { IsIn } from 'class-validator';
import { operatorConditionNames } from '#product/alerting/operator-alerts/rules';
import type { ActionOf } from '#shared';
import type { OperatorConditionName } from '#product/alerting/operator-alerts/rules';

export interface ConditionRow {
  readonly name: OperatorConditionName;
  readonly title: string;
  readonly when: string;
  readonly isOn: boolean;
  /** Unix times in ms, oldest first. Each is the time at which the condition began in one relay. */
  readonly sinceMs: readonly number[];
}

export interface OperatorAlertsProps {
  readonly nowMs: number;
  readonly isMailSet: boolean;
  readonly conditions: readonly ConditionRow[];
  readonly channels: readonly string[];
}

export class SwitchConditionDto {
  @IsIn(operatorConditionNames, { message: 'There is no such condition.' })
  readonly condition!: OperatorConditionName;

  @IsIn(['on', 'off'], { message: 'There is no such choice.' })
  readonly to!: 'on' | 'off';
}

export type SwitchConditionAction = ActionOf<'switch', SwitchConditionDto>;
