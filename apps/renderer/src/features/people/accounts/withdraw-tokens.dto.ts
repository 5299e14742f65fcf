import { IsIn, IsOptional } from 'class-validator';

export class WithdrawTokensDto {
  /** Ticked at first in every form that has it. */
  @IsOptional()
  @IsIn(['on'], { message: 'This is neither on nor off.' })
  readonly withdrawTokens?: 'on';

  /** Stands, ticked at first, where a password signs the person in. */
  @IsOptional()
  @IsIn(['on'], { message: 'This is neither on nor off.' })
  readonly unlinkProviders?: 'on';
}
