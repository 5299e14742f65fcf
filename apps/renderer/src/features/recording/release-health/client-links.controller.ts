import { Get, NotFoundException, Param } from '@nestjs/common';
import { RedirectException } from '../../../rendering/index.ts';
import { ClientLinks } from '../../people/api/index.ts';
import { toReleaseAddress } from './release-address.pipe.ts';

@ClientLinks('releases')
export class ReleaseLinksController {
  @Get(':version')
  show(@Param('version') version: string): never {
    const address = toReleaseAddress(version);
    if (address === undefined) throw new NotFoundException();
    throw new RedirectException(address);
  }
}
