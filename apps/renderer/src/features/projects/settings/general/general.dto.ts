import { IsString } from 'class-validator';

export interface GeneralProps {
  readonly slug: string;
  readonly name: string;
}

export class ProjectNameDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}
