import { Matches } from 'class-validator';
import type { BundleState } from '#product/recording/artifacts';
import type { ActionOf, Address } from '#shared';
import type { ShownMiss } from './misses.service.ts';

export interface ShownBundle {
  readonly id: number;
  readonly release?: string;
  readonly dist?: string;
  readonly state: BundleState;
  readonly detail?: string;
  readonly bytes: number;
  readonly files: number;
  readonly createdAtMs: number;
  /** True while Errata looks for events that arrived before this upload. */
  readonly isSought?: true;
}

export interface CountedShownMiss extends ShownMiss {
  readonly events: number;
  readonly lastAtMs: number;
  readonly href?: Address;
}

export interface SourceMapsProps {
  readonly nowMs: number;
  readonly slug: string;
  readonly address: string;
  readonly organisation: string;
  readonly misses: readonly CountedShownMiss[];
  readonly bundles: readonly ShownBundle[];
  readonly older?: Address;
  readonly canRemove: boolean;
  readonly canSeek: boolean;
}

export class BundleIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such upload.' })
  readonly bundle!: string;
}

export type RemoveBundleAction = ActionOf<'remove-bundle', BundleIdDto>;
export type SeekAction = ActionOf<'process-again', object>;
