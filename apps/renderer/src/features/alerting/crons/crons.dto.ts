import { IsIn, IsOptional, IsString } from 'class-validator';
import { monitorStates } from '#shared';
import type { ActionOf, Address, MonitorState, RunStatus } from '#shared';
import type { DrawnStrip } from '#product/alerting/crons/rules';

const NO_TEXT = 'This is no text.';
const NO_CHOICE = 'There is no such choice.';

/**
 * A monitor in one environment. A monitor that never got a check-in has one row without an
 * environment.
 */
export interface MonitorRow {
  /** Id of the environment. */
  readonly id?: number;
  readonly href: Address;
  readonly project: string;
  readonly name: string;
  readonly environment?: string;
  readonly schedule: string;
  readonly state: MonitorState;
  readonly isFailing: boolean;
  readonly status?: RunStatus;
  readonly lastRunMs?: number;
  readonly nextMs?: number;
  /** How long the latest run took, and the median of those drawn. */
  readonly took?: string;
  /** Results of the latest runs, oldest first. */
  readonly bars: readonly RunStatus[];
  readonly problem?: string;
}

/** The monitor of an event that Errata made of a failed run. */
export interface ReportingMonitor {
  readonly href: Address;
  readonly strip: DrawnStrip;
}

export interface Snippet {
  readonly title: string;
  readonly code: string;
}

export interface RunRow {
  readonly id: number;
  readonly status: RunStatus;
  readonly startedMs: number;
  readonly duration?: string;
  readonly release?: string;
  readonly event?: Address;
  readonly trace?: Address;
}

export interface MonitorFields {
  readonly name: string;
  readonly type: 'crontab' | 'interval';
  readonly crontab: string;
  readonly every: string;
  readonly unit: string;
  readonly timeZone: string;
  readonly margin: string;
  readonly runtime: string;
  readonly failures: string;
  readonly recoveries: string;
}

export class MonitorDto {
  @IsString({ message: NO_TEXT })
  readonly name!: string;

  @IsIn(['crontab', 'interval'], { message: NO_CHOICE })
  readonly type!: 'crontab' | 'interval';

  // Only the fields of the chosen schedule type have to be present.

  @IsOptional()
  @IsString({ message: NO_TEXT })
  readonly crontab?: string;

  @IsOptional()
  @IsString({ message: NO_TEXT })
  readonly every?: string;

  @IsOptional()
  @IsString({ message: NO_TEXT })
  readonly unit?: string;

  @IsOptional()
  @IsString({ message: NO_TEXT })
  readonly timeZone?: string;

  @IsString({ message: NO_TEXT })
  readonly margin!: string;

  @IsString({ message: NO_TEXT })
  readonly runtime!: string;

  @IsString({ message: NO_TEXT })
  readonly failures!: string;

  @IsString({ message: NO_TEXT })
  readonly recoveries!: string;
}

export class NewMonitorDto extends MonitorDto {
  @IsString({ message: NO_TEXT })
  readonly project!: string;

  @IsOptional()
  @IsString({ message: NO_TEXT })
  readonly slug?: string;
}

export class RemoveMonitorDto {
  @IsString({ message: NO_TEXT })
  readonly slug!: string;
}

export class MuteDto {
  @IsIn(monitorStates, { message: NO_CHOICE })
  readonly to!: MonitorState;
}

export type CreateMonitorAction = ActionOf<'create', NewMonitorDto>;
export type RemoveMonitorAction = ActionOf<'remove', RemoveMonitorDto>;
export type ChangeMonitorAction = ActionOf<'change', MonitorDto>;
export type MuteAction = ActionOf<'mute' | 'switch', MuteDto>;
