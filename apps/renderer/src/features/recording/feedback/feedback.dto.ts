import { ArrayMaxSize, IsOptional, IsString, Matches } from 'class-validator';
import { errorCatalogue, issueLimits } from '#shared';
import type { ActionOf, Address, Choices, FilterProps } from '#shared';
import { AsList } from '../../../rendering/index.ts';
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
  readonly url?: string | undefined;
  readonly message: string;
  readonly receivedAtMs: number;
  /** Issue of the event that the feedback is about; absent when that event is not stored. */
  readonly issue?:
    | {
        readonly href: Address;
        readonly shortId: string;
        readonly title: string;
        readonly isResolved: boolean;
      }
    | undefined;
  readonly assignee?: { readonly name: string; readonly initials: string } | undefined;
  readonly done?: { readonly atMs: number; readonly by?: string | undefined } | undefined;
  readonly mayChange: boolean;
  readonly files?: readonly ListedFile[];
  readonly hasMoreFiles?: boolean;
  /** The list with this row as a whole. Present when the row has only the beginning. */
  readonly whole?: Address;
  readonly isOpen?: boolean;
}

export type SaidOfEvent = Pick<FeedbackRow, 'name' | 'email' | 'url' | 'message' | 'receivedAtMs'>;

export interface FeedbackPartProps {
  readonly feedback: readonly SaidOfEvent[];
  /** The event as JSON, with all feedback. Present when the page leaves out or shortens some. */
  readonly whole?: Address;
}

export interface FeedbackProps {
  readonly tabs: readonly {
    readonly name: string;
    readonly href: Address;
    readonly count: string;
    readonly isCurrent: boolean;
  }[];
  readonly isDone: boolean;
  /** Others to whom the visitor may assign feedback. Absent when they may change none. */
  readonly people?: Choices;
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
   * Code that enables the feedback form in an application. Present only when there is no feedback,
   * open or done, and no filter.
   */
  readonly snippet?: string;
  readonly setUp?: Address;
}

const { message: UNKNOWN_CHANGE } = errorCatalogue['issue.change_unknown'];

export class FeedbackChangeDto {
  /** The pressed button: `done`, or `done-12` for feedback 12 alone, whatever is selected. */
  @IsOptional()
  @Matches(/^\w{0,20}(?:-\d{1,15})?$/, { message: UNKNOWN_CHANGE })
  readonly change?: string;

  @AsList()
  @ArrayMaxSize(issueLimits.issuesPerChange, { message: UNKNOWN_CHANGE })
  @Matches(/^[1-9]\d{0,14}$/, { each: true, message: UNKNOWN_CHANGE })
  readonly feedback: readonly string[] = [];

  @IsOptional()
  @IsString({ message: errorCatalogue['issue.assignee_unknown'].message })
  readonly assignee?: string;

  @IsOptional()
  @Matches(/^\d{1,15}$/, { message: UNKNOWN_CHANGE })
  readonly at?: string;
}

export type FeedbackAction = ActionOf<'change', FeedbackChangeDto>;
