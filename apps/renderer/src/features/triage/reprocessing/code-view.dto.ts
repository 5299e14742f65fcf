import { IsIn } from 'class-validator';
import type { ActionOf } from '#shared';

export class CodeViewDto {
  @IsIn(['original', 'minified'], { message: 'Choose the original or the minified code.' })
  readonly code!: 'original' | 'minified';
}

export type ShowCodeAction = ActionOf<'show-code', CodeViewDto>;
