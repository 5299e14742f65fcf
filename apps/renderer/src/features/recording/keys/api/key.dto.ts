import { IsBoolean, IsOptional } from 'class-validator';

/** What a program changes of a key. */
export class KeyChangesDto {
  @IsOptional()
  @IsBoolean({ message: 'isActive is true or false.' })
  readonly isActive?: boolean | null;
}
