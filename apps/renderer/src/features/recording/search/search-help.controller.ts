import { Controller, Get } from '@nestjs/common';
import { type KeyOfSearch, otherKeys, searchKeys, to } from '#shared';
import { Page } from '../../../rendering/index.ts';
import { OpenToGuests } from '../../people/accounts/index.ts';
import type { SearchHelpProps } from './search-help.dto.ts';

@Controller('search/help')
@OpenToGuests()
export class SearchHelpController {
  @Get()
  @Page<typeof import('./views/search-help.page.tsx')>('search/search-help.page', {
    head: () => ({ title: 'How to search' }),
  })
  show(): SearchHelpProps {
    const keys = Object.entries<KeyOfSearch>(searchKeys).map(
      ([name, { isOfLogs, words, examples }]) => ({
        name,
        otherNames: Object.keys(otherKeys).filter((other) => otherKeys[other] === name),
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
