import { Link } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import type { GettingStartedController } from '../getting-started.controller.ts';

type Props = PropsOf<GettingStartedController['show']>;

export function Arrival({
  arrived,
  refused,
  here,
}: Pick<Props, 'arrived' | 'refused' | 'here'>): ReactNode {
  return (
    <div
      role="status"
      className="sticky bottom-0 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-edge bg-paper py-2 print:static"
    >
      {arrived ? (
        <>
          <p className="min-w-0 flex-1 basis-40">
            {arrived.isFirst ? 'Your first error is here: ' : 'Seen last: '}
            <b className="line-clamp-2 wrap-anywhere">{arrived.title}</b>
          </p>
          <Link
            href={arrived.href}
            className={`button no-underline ${arrived.isFirst ? 'button-primary' : ''}`}
          >
            Open the issue
          </Link>
        </>
      ) : (
        <>
          <p className="min-w-0 flex-1 basis-40">
            Waiting for your first error.{' '}
            {refused === undefined ? (
              <span className="hidden sm:inline">It appears here by itself.</span>
            ) : (
              <>
                {`Errata refused ${formatQuantity(refused.reports, 'report')} in the last 24 hours. `}
                <Link
                  href={refused.href}
                  className="inline-flex items-center pointer-coarse:min-h-11"
                >
                  See why
                </Link>
              </>
            )}
          </p>
          <Link href={here} scroll={false} prefetch="none" className="button no-underline">
            Look again
          </Link>
        </>
      )}
    </div>
  );
}
