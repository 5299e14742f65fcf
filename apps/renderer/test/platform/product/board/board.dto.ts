import type { ActionOf } from '#shared';
import { IsEmail, IsOptional, IsString, Length } from 'class-validator';
import { IsUploadedFile, Secret, UploadedFile } from '../../../../src/rendering/index.ts';

export interface BoardProps {
  readonly board: string;
  readonly notes: readonly string[];
  readonly loads: number;
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

export interface Added {
  readonly count: number;
  readonly board: string;
}

export type AddAction = ActionOf<'add', NoteDto, Added>;
export type CountAction = ActionOf<'count', object, { readonly count: number }>;

export class SeatDto {
  @IsString()
  readonly word!: string;
}

export type SeatAction = ActionOf<'take-seat', SeatDto, { readonly taken: true }>;

export class LeadDto {
  @IsOptional()
  @IsString()
  readonly to?: string;

  @IsOptional()
  @IsString()
  readonly status?: string;
}

export class RemoveDto {
  @IsString()
  readonly note!: string;
}

export class SayDto {
  @IsString()
  readonly text!: string;

  @IsOptional()
  @IsString()
  readonly to?: string;

  @IsOptional()
  @IsString()
  readonly end?: string;

  @IsOptional()
  @IsString()
  readonly undo?: string;
}

export class AttachmentDto {
  @IsUploadedFile()
  readonly file!: UploadedFile;
}
