import { IsBoolean, IsOptional } from 'class-validator';

/** The body that changes a key. */
export class KeyChangesDto {
  @IsOptional()
  @IsBoolean({ message: 'isActive is true or false.' })
  readonly isActive?: boolean | null;
}
