import type { Address } from '#shared';
import { IsOptional, IsString } from 'class-validator';
import type { Role } from '#product/people/accounts/rules';

export interface ProjectRow {
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
  readonly settings?: Address;
  /** Address of the set-up page. Absent when the visitor is not allowed to see keys. */
  readonly start?: Address;
}

export interface ProjectListProps {
  readonly projects: readonly ProjectRow[];
  /** The text that names and slugs are searched for. */
  readonly find: string;
  /** Whether there are more projects than a page shows. */
  readonly isLong: boolean;
  readonly before?: Address;
  readonly after?: Address;
  readonly mayCreate: boolean;
  readonly isNew: boolean;
}

export class NewProjectDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;

  @IsOptional()
  @IsString({ message: 'This is not a slug.' })
  readonly slug?: string;
}
