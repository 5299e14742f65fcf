import { IsString } from 'class-validator';
import type { ActionOf } from '#shared';

export interface GeneralProps {
  readonly slug: string;
  readonly name: string;
  /** Whether the visitor may delete it. */
  readonly mayDelete: boolean;
  /** The number of issues that are deleted with it; absent without the right to delete it. */
  readonly issues?: number;
}

/** `delete` */
export class DeleteProjectDto {
  /** Typed by who is sure. */
  @IsString({ message: 'This is not a slug.' })
  readonly slug!: string;
}

export type DeleteProjectAction = ActionOf<'delete', DeleteProjectDto>;

export class ProjectNameDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}
