import { Injectable, NotFoundException } from '@nestjs/common';
import { ListAddressPipe } from '../list/list-address.pipe.ts';
import type { ListAddress } from '../list/list-address.pipe.ts';

/** Parameters that say nothing about which issues are meant stand here, too: links to this page keep them. */
const KNOWN: readonly string[] = ['query', 'status', 'project', 'sort'];

/** As the list reads it. What the list may be narrowed by besides is refused: more would be changed than was seen. */
@Injectable()
export class BulkAddressPipe extends ListAddressPipe {
  override transform(parameters: Readonly<Record<string, unknown>>): ListAddress {
    if (Object.keys(parameters).some((name) => !KNOWN.includes(name))) {
      throw new NotFoundException();
    }
    return super.transform(parameters);
  }
}
