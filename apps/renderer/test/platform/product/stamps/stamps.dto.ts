import { IsString } from 'class-validator';
import type { ActionOf } from '#shared';

export interface StampsProps {
  readonly stamps: readonly string[];
}

export class StampDto {
  @IsString()
  readonly stamp!: string;
}

export type StampAction = ActionOf<'stamp', StampDto>;
