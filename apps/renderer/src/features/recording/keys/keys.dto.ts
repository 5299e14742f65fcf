import { IsString } from 'class-validator';
import type { KeyScope } from '#shared';
import { RateDto } from '../../projects/projects/index.ts';

export interface KeyRow {
  readonly publicKey: string;
  readonly dsn: string;
  readonly isEnabled: boolean;
  /** How much it may send; absent: as the relay is set. */
  readonly reportsPerMinute?: number;
  /** What it may send; absent: everything. */
  readonly scope?: KeyScope;
  /** Items that came by it in the last 24 hours. */
  readonly lastDay: number;
  /** Absent where nothing came by it in 90 days. */
  readonly lastUsedMs?: number;
}

export interface KeysProps {
  readonly nowMs: number;
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
