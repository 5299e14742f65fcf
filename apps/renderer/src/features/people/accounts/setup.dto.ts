import { IsOptional, IsString, MaxLength } from 'class-validator';
import { NewAccountDto } from './new-account.dto.ts';

export interface SetupProps {
  /** Token from the printed link or from the browser's cookie. Empty when the visitor has none. */
  readonly token: string;
}

export class SetupDto extends NewAccountDto {
  @IsOptional()
  @IsString({ message: 'This is not a token.' })
  @MaxLength(100, { message: 'This is not a token.' })
  readonly token?: string;
}
