import type { ActionOf } from '#shared';
import { IsOptional, IsString, MaxLength } from 'class-validator';

export interface VaultProps {
  readonly keys: number;
}

export class KeyDto {
  @IsOptional()
  @IsString()
  @MaxLength(10, { message: 'At most 10 characters.' })
  readonly for?: string;
}

export type CutAction = ActionOf<'cut', KeyDto, { readonly key: string }>;
