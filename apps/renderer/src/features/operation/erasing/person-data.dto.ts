import { Equals, IsIn, IsString, Matches } from 'class-validator';
import type { ErasureCounts } from '#product/operation/erasing';
import { personKinds } from '#shared';
import type { ActionOf, Address, PersonKind } from '#shared';

export interface PersonSearch {
  readonly id: number;
  readonly kind: PersonKind;
  /** Name of the person. Absent once the search is forgotten. */
  readonly name?: string;
  /** Other names of the person that events tell. An erasure knows logs by them, too. */
  readonly others: readonly string[];
  /**
   * The searched address as it is stored by projects that shorten network addresses. Absent when
   * the searched address is already a shortened one.
   */
  readonly shortened?: string;
  /** True when the searched address is itself a shortened one, which many people share. */
  readonly isShared?: true;
  /** Hash of the name. The audit log contains this hash instead of the name. */
  readonly receipt: string;
  readonly state: 'searching' | 'found' | 'erasing' | 'erased' | 'forgotten';
  /** Number of events to look at, counted when the search or the erasure began. */
  readonly total: number;
  readonly counts: ErasureCounts;
  readonly askedAtMs: number;
  readonly endedAtMs?: number;
}

export interface PersonDataProps {
  /** Name of the project that is searched. Absent when all projects are searched. */
  readonly project?: string;
  readonly href: Address;
  readonly searches: readonly PersonSearch[];
}

const erasureWord = 'erase';

export class PersonDto {
  @IsIn(personKinds, { message: 'There is no such kind of name.' })
  readonly kind!: PersonKind;

  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}

export class SearchDto {
  @IsString()
  @Matches(/^\d{1,15}$/, { message: 'There is no such search.' })
  readonly search!: string;
}

export class EraseDto extends SearchDto {
  @Equals(erasureWord, { message: `Type ${erasureWord} to go on.` })
  readonly word!: string;
}

export type SearchAction = ActionOf<'search', PersonDto>;
export type EraseAction = ActionOf<'erase', EraseDto>;
export type ForgetAction = ActionOf<'forget', SearchDto>;
