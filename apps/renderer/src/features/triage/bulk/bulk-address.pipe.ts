import { Injectable, NotFoundException } from '@nestjs/common';
import { ListAddressPipe } from '../../recording/issue-list/index.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';

/**
 * Parameters that the page accepts. `sort` does not narrow the list, but links to this page contain
 * it.
 */
const KNOWN: readonly string[] = ['query', 'status', 'project', 'sort'];

/**
 * Reads the address as the list does, but answers 404 for parameters that are not in `KNOWN`. The
 * list supports more filters, and ignoring one here would change more issues than the person saw.
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
