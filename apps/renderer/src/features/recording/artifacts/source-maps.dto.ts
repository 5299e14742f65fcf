import { Matches } from 'class-validator';
import type { BundleState } from '#product/recording/artifacts';
import type { ActionOf, Address } from '#shared';
import type { ShownMiss } from './misses.service.ts';

export interface ShownBundle {
  readonly id: number;
  readonly release?: string;
  readonly dist?: string;
  readonly state: BundleState;
  /** Why it is an error. */
  readonly detail?: string;
  readonly bytes: number;
  readonly files: number;
  readonly createdAtMs: number;
  /** Events are being looked for that came before it. */
  readonly isSought?: true;
}

/** A file without a map, of the last day. */
export interface CountedShownMiss extends ShownMiss {
  readonly events: number;
  readonly lastAtMs: number;
  /** Address of the last event, where it is stored. */
  readonly href?: Address;
}

export interface SourceMapsProps {
  readonly nowMs: number;
  readonly slug: string;
  /** Where clients reach Errata. */
  readonly address: string;
  readonly organisation: string;
  /** Those with the most events first. */
  readonly misses: readonly CountedShownMiss[];
  /** The newest first. */
  readonly bundles: readonly ShownBundle[];
  /** Address of the bundles before these, where there are any. */
  readonly older?: Address;
  readonly canRemove: boolean;
  /** Whether the reader may have events processed again. */
  readonly canSeek: boolean;
}

export class BundleIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such upload.' })
  readonly bundle!: string;
}

export type RemoveBundleAction = ActionOf<'remove-bundle', BundleIdDto>;
export type SeekAction = ActionOf<'process-again', object>;
