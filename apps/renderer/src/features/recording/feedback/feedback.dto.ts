import type { Address, FilterProps } from '#shared';
import type { ListedFile } from '../../../ui/files/listed-file.ts';

export interface FeedbackRow {
  readonly id: number;
  readonly project: string;
  readonly name?: string;
  readonly email?: string;
  /**
   * Address of the page on which the user wrote the feedback. Anybody can send any address, so
   * Errata never shows it as a link.
   */
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
  /** Issue page of the event that the feedback is about; absent when that event is not stored. */
  readonly error?: Address;
  readonly files?: readonly ListedFile[];
  readonly hasMoreFiles?: boolean;
}

export type SaidOfEvent = Pick<FeedbackRow, 'name' | 'email' | 'url' | 'message' | 'receivedAtMs'>;

export interface FeedbackPartProps {
  readonly feedback: readonly SaidOfEvent[];
  /** The event as JSON, with all feedback. Present when the page leaves out or shortens some. */
  readonly whole?: Address;
}

export interface FeedbackProps {
  readonly nowMs: number;
  readonly tags: readonly string[];
  readonly rows: readonly FeedbackRow[];
  /** True when the visitor reads several projects, and rows name theirs. */
  readonly hasProjects: boolean;
  readonly filters: FilterProps;
  /** How much feedback there is without the filter, when it finds none. */
  readonly without?: number;
  readonly newest?: Address;
  readonly older?: Address;
  /**
   * Code that enables the feedback form in an application. Present only when there is no feedback
   * and no filter.
   */
  readonly snippet?: string;
  readonly setUp?: Address;
}
