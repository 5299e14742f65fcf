import { IsString } from 'class-validator';
import type { ActionOf } from '#shared';

export class DeleteProjectDto {
  @IsString({ message: 'This is not a slug.' })
  readonly slug!: string;
}

export type DeleteProjectAction = ActionOf<'delete', DeleteProjectDto>;

export class ProjectNameDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}
