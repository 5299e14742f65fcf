import { IsIn, IsOptional } from 'class-validator';

export interface KeyboardProps {
  readonly areOn: boolean;
}

export class SingleKeysDto {
  /** A box: absent where it is not checked. */
  @IsOptional()
  @IsIn(['on'], { message: 'Choose “on” or “off” for the shortcuts.' })
  readonly keys?: 'on';
}
