import { IsString, MaxLength } from 'class-validator';
import { codeLinkLimits } from '#shared';

export interface CodeLinksProps {
  readonly slug: string;
  readonly text: string;
}

const MOST = codeLinkLimits.lines * (codeLinkLimits.lineLength + 2);

export class CodeLinksDto {
  @IsString({ message: 'This is no list of lines.' })
  @MaxLength(MOST, { message: `Lines have at most ${MOST} characters together.` })
  readonly links!: string;
}
