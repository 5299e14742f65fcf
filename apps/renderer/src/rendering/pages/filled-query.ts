import type { PipeTransform } from '@nestjs/common';
import type { Address, LinkTarget } from '#shared';
import { RedirectException } from './redirect.exception.ts';

type Query = Readonly<Record<string, unknown>>;

/**
 * Returns a pipe for the query of the page at `path`. A form sends its empty fields, too, and the
 * pipe redirects to the address without them.
 *
 * ```ts
 * list(@Query(filledQuery('/releases'), ReleaseAddressPipe) address: ReleaseAddress)
 * ```
 */
export function filledQuery(path: LinkTarget): PipeTransform<Query, Query> {
  const transform = (query: Query): Query => {
    const fields = Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, String(value)]),
    );
    const filled = fields.filter(([, value]) => value !== '');
    if (filled.length === fields.length) return query;
    const search = new URLSearchParams(filled).toString();
    throw new RedirectException((search === '' ? path : `${path}?${search}`) as Address);
  };
  return { transform };
}
