import { IsString } from 'class-validator';
import type { KeyScope } from '#shared';
import { RateDto } from './settings/rate.dto.ts';

export interface KeyRow {
  readonly publicKey: string;
  readonly dsn: string;
  readonly isEnabled: boolean;
  /** How much it may send; absent: as the relay is set. */
  readonly reportsPerMinute?: number;
  /** What it may send; absent: everything. */
  readonly scope?: KeyScope;
}

export interface KeysProps {
  /** Of the project. */
  readonly name: string;
  /** Oldest first. */
  readonly keys: readonly KeyRow[];
}

export class KeyDto {
  @IsString({ message: 'There is no such key.' })
  readonly key!: string;
}

export class KeyRateDto extends RateDto {
  @IsString({ message: 'There is no such key.' })
  readonly key!: string;
}
