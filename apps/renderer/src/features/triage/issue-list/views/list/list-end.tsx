import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { WayOn } from '../../../../recording/search/views/index.ts';
import type { IssueListProps } from '../../issue-list.dto.ts';

export function Nothing({
  text,
  link,
  begin,
  offers,
}: Partial<NonNullable<IssueListProps['nothing']>>): ReactNode {
  return (
    <div className="flex max-w-prose flex-wrap items-center gap-3 py-10 wrap-anywhere">
      <p className="basis-full text-lg">{text}</p>
      {begin && (
        <Link href={begin.href} className="button button-primary no-underline">
          {begin.name}
        </Link>
      )}
      {link && (
        <Link href={link.href} className="button no-underline">
          {link.name}
        </Link>
      )}
      {offers && (
        <p className="flex basis-full flex-wrap gap-x-4 text-quiet">
          Did you mean:
          {offers.map((each) => (
            <WayOn key={each.href} {...each} />
          ))}
        </p>
      )}
    </div>
  );
}

export function Pages({ extent, pages }: Pick<IssueListProps, 'extent' | 'pages'>): ReactNode {
  return (
    <nav aria-label="Pages" className="flex items-center gap-4 py-3 print:hidden">
      <p className="mr-auto text-quiet">{extent}</p>
      {pages?.map(({ name, href }) => (
        <Link
          key={name}
          href={href}
          prefetch="intent"
          className="inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
