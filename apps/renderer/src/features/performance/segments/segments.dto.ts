import type { Address } from '#shared';
import type { PlacedName, TimeTick } from '../../../charts/index.ts';

/** A figure as text, with what it is drawn as or said about it. */
export interface FigureCell {
  readonly text: string;
  /** Length of a bar below the text, from 0 to 100. */
  readonly percent?: number;
  /** Path of `toLinePath` that is drawn in place of the text, which tells its numbers. */
  readonly line?: string;
  readonly title?: string;
  readonly isAlarming?: boolean;
}

export interface FigureRow {
  /** `GET`, or the kind of what is no request. Absent when a name has no method. */
  readonly method?: string;
  readonly name: string;
  readonly href?: Address;
  readonly cells: readonly (string | FigureCell)[];
}

export interface FigureTableProps {
  /** Names of the columns, that of the names first. */
  readonly head: readonly string[];
  readonly rows: readonly FigureRow[];
  /** Columns that phones show. Absent when they show all. */
  readonly narrow?: readonly string[];
}

/** Durations over time, as paths over a width of 800 and a height of 160. */
export interface SegmentBands {
  readonly band: string;
  readonly p95: string;
  readonly p99: string;
  readonly told: string;
  readonly marks: readonly SegmentMark[];
  /** Names of marks that have room. */
  readonly names: readonly PlacedName[];
  readonly ticks: readonly TimeTick[];
  /** Points with segments, newest first. */
  readonly points: readonly { readonly atMs: number; readonly cells: readonly string[] }[];
}

/** A release that was deployed, or was first seen, within the time that is shown. */
export interface SegmentMark {
  readonly release: string;
  readonly environment?: string;
  readonly atMs: number;
  /** Position as a share of the width, from 0 to 1. */
  readonly at: number;
}

/** The segment of an event, on the page of its issue. */
export interface SegmentOfIssue {
  readonly href: Address;
  readonly name: string;
  /** `p95 0.4 s · fails 2 %`. */
  readonly told: string;
}
