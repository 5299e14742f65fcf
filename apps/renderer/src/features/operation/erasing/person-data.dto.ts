import { Equals, IsIn, IsString, Matches } from 'class-validator';
import type { ErasureCounts } from '#product/operation/erasing';
import { personKinds } from '#shared';
import type { ActionOf, Address, PersonKind } from '#shared';

/** A search for somebody, and what came of it. */
export interface PersonSearch {
  readonly id: number;
  readonly kind: PersonKind;
  /** Absent once it is forgotten. */
  readonly name?: string;
  /** Of a network address: what is stored of it where a project shortens addresses. Absent where that is the same. */
  readonly shortened?: string;
  /** It is such a form itself, which all addresses have that begin alike. */
  readonly isShared?: true;
  /** What the audit log calls the person. */
  readonly receipt: string;
  readonly state: 'searching' | 'found' | 'erasing' | 'erased' | 'forgotten';
  /** Events that there were when it began. */
  readonly total: number;
  readonly counts: ErasureCounts;
  readonly askedAtMs: number;
  readonly endedAtMs?: number;
}

export interface PersonDataProps {
  /** Where it is looked: in the project of that name; absent for all projects. */
  readonly project?: string;
  /** Address of the page. */
  readonly href: Address;
  /** The latest first. */
  readonly searches: readonly PersonSearch[];
}

/** The word to type before a person's data is erased. */
const erasureWord = 'erase';

/** `search` */
export class PersonDto {
  @IsIn(personKinds, { message: 'There is no such kind of name.' })
  readonly kind!: PersonKind;

  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}

/** `erase`, `forget` */
export class SearchDto {
  @IsString()
  @Matches(/^\d{1,15}$/, { message: 'There is no such search.' })
  readonly search!: string;
}

/** `erase` */
export class EraseDto extends SearchDto {
  /** Typed by who is sure. */
  @Equals(erasureWord, { message: `Type ${erasureWord} to go on.` })
  readonly word!: string;
}

export type SearchAction = ActionOf<'search', PersonDto>;
export type EraseAction = ActionOf<'erase', EraseDto>;
export type ForgetAction = ActionOf<'forget', SearchDto>;
