import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { SearchHelpController } from '../search-help.controller.ts';

type Props = PropsOf<SearchHelpController['show']>;

export function Page({ keys }: Props): ReactNode {
  return (
    <div className="max-w-4xl">
      <h1 className="page-title">How to search</h1>
      <p className="max-w-prose">
        A search is made of words, and of keys with values: an issue is found when all of them hold.
        The key <kbd className="font-mono">/</kbd> leads to the field.{' '}
        <Link href={to('/issues')}>Search the issues</Link>
      </p>
      <h2 className="pt-6 pb-1 text-lg">What you can write</h2>
      <dl>
        {RULES.map(([example, what]) => (
          <Line key={example} term={<code translate="no">{example}</code>}>
            {what}
          </Line>
        ))}
      </dl>
      <h2 className="pt-6 pb-1 text-lg">Keys</h2>
      <dl>
        {keys.map(({ name, otherNames, words, examples }) => (
          <Line
            key={name}
            term={
              <code translate="no">
                {[name, ...otherNames].map((each) => `${each}:`).join(' ')}
              </code>
            }
          >
            {words}
            <Examples examples={examples} />
          </Line>
        ))}
      </dl>
    </div>
  );
}

const RULES = [
  [
    'timeout cart',
    'Issues that have both words in their type, message or place. Words are found in identifiers, too: cart is in loadCart. The last one may be the beginning of a word.',
  ],
  [
    '"not a function"',
    'In quotes, blanks, colons and stars are plain characters. The issue must have all the words.',
  ],
  ['level:error', 'A key, a colon and a value, without a blank between them.'],
  [
    'level:[fatal, error]',
    'One of several values; level:fatal,error is the same. A comma that belongs to a value stands in quotes. There is no OR between terms.',
  ],
  [
    '!level:info',
    'Excludes issues that match the term, as -level:info and NOT level:info do. ! and NOT work before words, too.',
  ],
  ['type:*Timeout*', 'A star stands for anything. The letters A to Z are the same in either case.'],
  [
    'browser:Safari',
    'Any tag: issues with at least one event that has that value; os:iOS finds iOS 18.1, too. The page of an issue lists its tags. Put a name that is no plain word in quotes: "a b":x. For a tag with the name of a search key, write tags[env]:x.',
  ],
  [
    'timesSeen:>100',
    'Numbers and times can be compared by =, >, >=, < and <=, and by a range: 10..100.',
  ],
  [
    'checkout.tsx:42',
    'Issues that fail in that file. The line is ignored, because the next version of the file has another.',
  ],
  [
    'https://shop.example/pay',
    'If the search is only the address of an issue, it opens the issue. Any other address is searched in url:, then in transaction:, then as words.',
  ],
  [
    'WEB-42',
    'If the search is only a short id, a digest or the id of an event, trace or request, it opens that page.',
  ],
] as const;

function Line({
  term,
  children,
}: {
  readonly term: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="grid gap-x-4 border-t border-rule py-1.5 first:border-t-0 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <dt className="font-mono text-sm wrap-anywhere">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Examples({ examples }: Pick<Props['keys'][number], 'examples'>): ReactNode {
  return (
    <ul className="flex flex-wrap gap-x-4 font-mono text-sm text-quiet">
      {examples.map(({ text, href }) => (
        <li key={text} className="wrap-anywhere">
          <Link href={href} className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
