import { IsString } from 'class-validator';
import type { KeyScope } from '#shared';
import { RateDto } from '../../projects/projects/index.ts';

export interface KeyRow {
  readonly publicKey: string;
  readonly dsn: string;
  readonly isEnabled: boolean;
  /** The name that a program gave it. */
  readonly label?: string;
  /** Absent means the default rate of the relay. */
  readonly reportsPerMinute?: number;
  /** Absent means that the key may send everything. */
  readonly scope?: KeyScope;
  /** Items that arrived with this key in the last 24 hours. */
  readonly lastDay: number;
  /** Absent when nothing arrived with this key in 90 days. */
  readonly lastUsedMs?: number;
}

export class KeyDto {
  @IsString({ message: 'There is no such key.' })
  readonly key!: string;
}

export class KeyRateDto extends RateDto {
  @IsString({ message: 'There is no such key.' })
  readonly key!: string;
}
