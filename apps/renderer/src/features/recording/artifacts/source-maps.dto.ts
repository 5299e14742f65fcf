import { Matches } from 'class-validator';
import type { ActionOf, Address } from '#shared';
import type { ShownMiss } from './misses.service.ts';

export interface CountedShownMiss extends ShownMiss {
  readonly events: number;
  readonly lastAtMs: number;
  readonly href?: Address;
}

export class BundleIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such upload.' })
  readonly bundle!: string;
}

export type RemoveBundleAction = ActionOf<'remove-bundle', BundleIdDto>;
export type SeekAction = ActionOf<'process-again', object>;
