import { BadRequestException, Post } from '@nestjs/common';
import { Requires } from '../../../people/accounts/index.ts';
import { ApiController, Describes } from '../../../people/api/index.ts';

const NOT_TAKEN =
  'Errata reads source maps of JavaScript. It does not take debug files: native symbols, ProGuard, Dart.';

@ApiController('projects/:org/:project/files/difs')
@Requires('sourceMaps.upload')
export class DebugFilesController {
  @Describes({ summary: 'Refuses debug files, which Errata does not read.', statuses: [] })
  @Post('assemble')
  assemble(): never {
    throw new BadRequestException(NOT_TAKEN);
  }
}
