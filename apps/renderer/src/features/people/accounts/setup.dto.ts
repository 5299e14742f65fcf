import { IsOptional, IsString, MaxLength } from 'class-validator';
import { NewAccountDto } from './new-account.dto.ts';

export interface SetupProps {
  readonly token: string;
}

export class SetupDto extends NewAccountDto {
  @IsOptional()
  @IsString({ message: 'This is not a token.' })
  @MaxLength(100, { message: 'This is not a token.' })
  readonly token?: string;
}
