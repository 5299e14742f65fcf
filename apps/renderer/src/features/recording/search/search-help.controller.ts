import { Controller, Get } from '@nestjs/common';
import { findOwn, type KeyOfSearch, otherKeys, searchKeys, to } from '#shared';
import type { PropsOf } from '#shared';
import { Page } from '../../../rendering/index.ts';
import { OpenToGuests } from '../../people/accounts/index.ts';

@Controller('search/help')
@OpenToGuests()
export class SearchHelpController {
  @Get()
  @Page<PropsOf<SearchHelpController['show']>>('search/search-help.page', {
    head: () => ({ title: 'How to search' }),
  })
  show() {
    const keys = Object.entries<KeyOfSearch>(searchKeys).map(
      ([name, { isOfLogs, words, examples }]) => ({
        name,
        otherNames: Object.keys(otherKeys).filter((other) => findOwn(otherKeys, other) === name),
        words,
        examples: examples.map((example) => {
          const text = `${name}:${example}`;
          return { text, href: to(isOfLogs ? '/logs' : '/issues', {}, { query: { query: text } }) };
        }),
      }),
    );
    return { keys };
  }
}
