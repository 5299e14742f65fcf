import { IsBoolean, IsOptional } from 'class-validator';

export class KeyChangesDto {
  @IsOptional()
  @IsBoolean({ message: 'isActive is true or false.' })
  readonly isActive?: boolean | null;
}
