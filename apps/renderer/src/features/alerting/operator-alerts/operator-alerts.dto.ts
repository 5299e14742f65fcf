import { IsIn } from 'class-validator';
import { operatorConditionNames } from '#product/alerting/operator-alerts/rules';
import type { ActionOf } from '#shared';
import type { OperatorConditionName } from '#product/alerting/operator-alerts/rules';

/** A condition of which owners may be told. */
export interface ConditionRow {
  readonly name: OperatorConditionName;
  readonly title: string;
  /** From when on it is told. */
  readonly when: string;
  readonly isOn: boolean;
  /** Since when it lasts, the oldest first: of each relay that it is about. */
  readonly sinceMs: readonly number[];
}

export interface OperatorAlertsProps {
  readonly nowMs: number;
  readonly isMailSet: boolean;
  readonly conditions: readonly ConditionRow[];
  /** Names of the channels of the instance that are on. */
  readonly channels: readonly string[];
}

/** `switch` */
export class SwitchConditionDto {
  @IsIn(operatorConditionNames, { message: 'There is no such condition.' })
  readonly condition!: OperatorConditionName;

  @IsIn(['on', 'off'], { message: 'There is no such choice.' })
  readonly to!: 'on' | 'off';
}

export type SwitchConditionAction = ActionOf<'switch', SwitchConditionDto>;
