import { ArrayMaxSize, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { ActionOf } from '#shared';
import { personalChoices } from '#product/alerting/alerts/rules';
import type { PersonalAlerts } from '#product/alerting/alerts/rules';

const NO_TIME = 'Enter a time of day like 22:00.';
const TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/;

export class PersonalAlertsDto {
  @IsOptional()
  @ArrayMaxSize(personalChoices.length, { message: 'There is no such choice.' })
  @IsIn(personalChoices, { each: true, message: 'There is no such choice.' })
  readonly told?: readonly (typeof personalChoices)[number][];

  /** Absent when quiet hours are off. `from` and `until` may still be filled in. */
  @IsOptional()
  @IsIn(['on'], { message: 'There is no such choice.' })
  readonly quiet?: 'on';

  @Matches(TIME, { message: NO_TIME })
  readonly from!: string;

  @Matches(TIME, { message: NO_TIME })
  readonly until!: string;

  @IsString({ message: 'This is no time zone.' })
  readonly timeZone!: string;
}

export interface PersonalAlertsProps {
  readonly email: string;
  readonly isMailSet: boolean;
  readonly isOwner: boolean;
  readonly alerts: PersonalAlerts;
}

export type SavePersonalAlertsAction = ActionOf<'save', PersonalAlertsDto>;
export interface UnsubscribedResult {
  readonly isDone: true;
}

export type UnsubscribeAction = ActionOf<'unsubscribe', object, UnsubscribedResult>;
