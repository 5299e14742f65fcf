import { RetryLink, useLive } from '#client-runtime';
import type { ReactNode } from 'react';
import { PAGE_EVERY_MS } from './page-every-ms.ts';

interface LiveProps {
  /** Shortest time between two refreshes. */
  readonly everyMs?: number;
}

/** Keeps the page up to date, and says when it cannot be loaded again. */
export function Live({ everyMs = PAGE_EVERY_MS }: LiveProps): ReactNode {
  return <NotUpToDate isFailing={useLive({ everyMs }).isFailing} />;
}

/** The region stands in the page before its first text, because screen readers miss a new region. */
export function NotUpToDate({ isFailing }: { readonly isFailing: boolean }): ReactNode {
  return (
    <div role="status" className="flex items-center gap-3 text-sm">
      {isFailing && (
        <>
          This page cannot be loaded again, and may not be up to date.
          <RetryLink className="button no-underline" />
        </>
      )}
    </div>
  );
}
