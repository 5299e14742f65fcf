import type { Address } from '#shared';
import { IsOptional, IsString } from 'class-validator';
import type { Role } from '#product/people/accounts/rules';

export interface ProjectRow {
  readonly slug: string;
  readonly name: string;
  /** What the visitor is in it. */
  readonly role: Role;
  /** Address of what they may set of it; absent when that is nothing. */
  readonly settings?: Address;
  /** Address of the page that sets it up, for who may see keys. */
  readonly start?: Address;
}

export interface ProjectListProps {
  /** Those that the visitor may see, by id. */
  readonly projects: readonly ProjectRow[];
  readonly mayCreate: boolean;
  /** The visitor has come to make one. */
  readonly isNew: boolean;
}

export class NewProjectDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;

  @IsOptional()
  @IsString({ message: 'This is not a slug.' })
  readonly slug?: string;
}
