import type { ActionOf } from '#shared';
import { IsOptional, IsString, Length } from 'class-validator';
import { IsUploadedFile } from '../../../../src/rendering/index.ts';
import type { UploadedFile } from '../../../../src/rendering/index.ts';

export interface TicketProps {
  readonly id: string;
  readonly note?: string;
  readonly fileName?: string;
  readonly remarks: readonly string[];
}

export class SettleDto {
  @Length(1, 20, { message: 'A note has 1 to 20 characters.' })
  readonly note!: string;

  @IsOptional()
  @IsUploadedFile()
  readonly file?: UploadedFile;

  @IsOptional()
  @IsString()
  readonly to?: string;
}

export class RemarkDto {
  @IsString()
  readonly remark!: string;
}

export type SettleAction = ActionOf<'settle', SettleDto>;
export type RemarkAction = ActionOf<'remark', RemarkDto>;
