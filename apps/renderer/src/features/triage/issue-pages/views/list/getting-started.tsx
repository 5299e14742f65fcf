import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../../ui/code-region.tsx';
import { CopyButton } from '../../../../../ui/copy-button.tsx';
import type { IssueListProps } from '../../issues.dto.ts';

type GettingStartedProps = NonNullable<IssueListProps['gettingStarted']>;
type SnippetProps = GettingStartedProps['snippets'][number];

/** Instead of an empty list: what to paste, and where to look next. */
export function GettingStarted({ snippets, tunnel, href, offers }: GettingStartedProps): ReactNode {
  return (
    <div className="max-w-3xl py-8">
      <h1 className="text-xl">No errors yet</h1>
      <p className="mt-1 text-quiet">
        Point any Sentry SDK at Errata and its errors are grouped here, within a second.
      </p>
      {snippets.map((snippet) => (
        <Snippet key={snippet.copies} {...snippet} />
      ))}
      <p className="text-sm text-quiet">
        Use the tunnel for pages on the host of Errata, or behind a proxy that passes{' '}
        <code className="font-mono text-xs">{tunnel}</code> on to Errata. Otherwise leave the tunnel
        out.
      </p>
      <p className="mt-6">
        The first one appears here by itself.{' '}
        <Link
          href={href}
          className="inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          Look again
        </Link>
      </p>
      {offers.length > 0 && (
        <ul className="mt-6">
          {offers.map((offer) => (
            <li key={offer.href}>
              <Link
                href={offer.href}
                className="inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
              >
                {offer.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Snippet({ title, copies, code }: SnippetProps): ReactNode {
  return (
    <section className="my-5">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="text-sm font-normal text-faint">{title}</h2>
        <CopyButton text={code} label={copies} />
      </div>
      <CodeRegion
        label={title}
        className="overflow-x-auto border-l-2 border-rule bg-raised px-3 py-2 font-mono text-xs"
      >
        {code}
      </CodeRegion>
    </section>
  );
}
