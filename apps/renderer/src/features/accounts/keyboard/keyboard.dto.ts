import { IsIn, IsOptional } from 'class-validator';

export interface KeyboardProps {
  readonly areOn: boolean;
}

export class SingleKeysDto {
  /** A box: absent where it is not checked. */
  @IsOptional()
  @IsIn(['on'], { message: 'Keys are on or off.' })
  readonly keys?: 'on';
}
