import { Link } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import type { SettingsSearchController } from '../settings-search.controller.ts';

type Props = PropsOf<SettingsSearchController['find']>;

export function Page({ typed, found }: Props): ReactNode {
  return (
    <>
      <h1 className="page-title">{typed === '' ? 'Find a setting' : `Settings for “${typed}”`}</h1>
      {found.length === 0 && (
        <p className="text-quiet">{`No setting that you may open is called “${typed}”.`}</p>
      )}
      <ul>
        {found.map(({ name, href, of }) => (
          <li key={href} className="border-t border-rule first:border-t-0">
            <Link
              href={href}
              prefetch="intent"
              className="flex min-h-8 items-center gap-2 wrap-anywhere pointer-coarse:min-h-11"
            >
              {name}
              <span className="text-xs text-faint">{of ?? 'This instance'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
