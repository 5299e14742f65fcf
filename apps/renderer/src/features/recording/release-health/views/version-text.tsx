import type { ReactNode } from 'react';

const LONG = 24;
const KEPT_AT_END = 10;

/**
 * Shows a version on one line. Where there is no room for a long one, its middle is cut, because its
 * end tells versions apart.
 */
export function VersionText({ version }: { readonly version: string }): ReactNode {
  if (version.length <= LONG)
    return (
      <bdi translate="no" className="truncate">
        {version}
      </bdi>
    );
  const head = version.slice(0, -KEPT_AT_END);
  return (
    <bdi translate="no" className="flex min-w-0">
      <span className="truncate whitespace-pre">{head}</span>
      <span className="shrink-0 whitespace-pre">{version.slice(head.length)}</span>
    </bdi>
  );
}
