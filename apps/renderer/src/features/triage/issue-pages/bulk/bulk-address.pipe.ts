import { Injectable, NotFoundException } from '@nestjs/common';
import { ListAddressPipe } from '../list/list-address.pipe.ts';
import type { ListAddress } from '../list/list-address.pipe.ts';

/** `sort` does not narrow the list, but links to this page keep it. */
const KNOWN: readonly string[] = ['query', 'status', 'project', 'sort'];

/**
 * Reads the address like the list, and answers 404 when it has other parameters. The list can be
 * narrowed by them, so ignoring one would change more issues than the person saw.
 */
@Injectable()
export class BulkAddressPipe extends ListAddressPipe {
  override transform(parameters: Readonly<Record<string, unknown>>): ListAddress {
    if (Object.keys(parameters).some((name) => !KNOWN.includes(name))) {
      throw new NotFoundException();
    }
    return super.transform(parameters);
  }
}
