import { IsString } from 'class-validator';
import type { ActionOf } from '#shared';

export interface GeneralProps {
  readonly slug: string;
  readonly name: string;
  readonly mayDelete: boolean;
  /**
   * Number of issues that are deleted with the project. Absent when the visitor is not allowed to
   * delete it.
   */
  readonly issues?: number;
}

export class DeleteProjectDto {
  @IsString({ message: 'This is not a slug.' })
  readonly slug!: string;
}

export type DeleteProjectAction = ActionOf<'delete', DeleteProjectDto>;

export class ProjectNameDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}
