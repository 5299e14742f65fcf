import type { Address } from '#shared';
import type { ListedFile } from '../../../ui/files/listed-file.ts';

/** Feedback of a user. */
export interface FeedbackRow {
  readonly id: number;
  readonly project: string;
  readonly name?: string;
  readonly email?: string;
  /** Address of the page on which they said it: shown, never linked to. */
  readonly url?: string;
  readonly message: string;
  readonly receivedAtMs: number;
  /** The event that it is about, on the page of its issue; absent where none is stored. */
  readonly error?: Address;
  /** Files that came with it. */
  readonly files?: readonly ListedFile[];
  /** These are the first of its files. */
  readonly hasMoreFiles?: boolean;
}

export interface Choice {
  readonly name: string;
  readonly href: Address;
  readonly isChosen: boolean;
}

export interface FeedbackProps {
  readonly nowMs: number;
  /** The tags of the projects whose feedback is listed: the page follows them. */
  readonly tags: readonly string[];
  readonly rows: readonly FeedbackRow[];
  /** All of it, or what is about no event that is stored. */
  readonly kinds: readonly Choice[];
  /** Empty where there is one project. */
  readonly projects: readonly Choice[];
  /** The first page, where this is another. */
  readonly newest?: Address;
  readonly older?: Address;
  /** Where nothing is listed: whether that may be because of what was chosen. */
  readonly isFiltered: boolean;
  /** How feedback is switched on; absent where there may be some, of another kind or page. */
  readonly snippet?: string;
  /** Where an SDK is set up, for who may see keys. */
  readonly setUp?: Address;
}
