import { IsIn, IsOptional, IsString } from 'class-validator';
import type { SpanSettings } from '#shared';

export interface SpanSettingsProps {
  readonly name: string;
  readonly settings: SpanSettings;
  /** Says what came, and what a day of it takes or would take. */
  readonly room: string;
}

export class SpanSettingsDto {
  /** Absent to leave it as it is. */
  @IsOptional()
  @IsIn(['on', 'off'], { message: 'Choose whether spans count.' })
  readonly taken?: 'on' | 'off';

  /** One name a line. */
  @IsString({ message: 'This is no list.' })
  readonly leftOut!: string;
}
