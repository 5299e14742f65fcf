import { IsEmail, IsOptional, IsString, Length } from 'class-validator';
import { IsUploadedFile, Secret, UploadedFile } from '../../../../src/rendering/index.ts';

export interface BoardProps {
  readonly board: string;
  readonly notes: readonly string[];
  readonly loads: number;
  /** What the browser said in its cookie. */
  readonly mark: string;
}

export class NoteDto {
  @IsString()
  @Length(1, 20, { message: 'A note has 1 to 20 characters.' })
  readonly note!: string;

  @IsOptional()
  @IsEmail({}, { message: 'This is no email address.' })
  readonly email?: string;

  @IsOptional()
  @IsString()
  readonly password?: string;

  @Secret()
  @IsOptional()
  @IsString()
  readonly pin?: string;
}

export class LeadDto {
  @IsOptional()
  @IsString()
  readonly to?: string;

  @IsOptional()
  @IsString()
  readonly status?: string;
}

export class AttachmentDto {
  @IsUploadedFile()
  readonly file!: UploadedFile;
}
