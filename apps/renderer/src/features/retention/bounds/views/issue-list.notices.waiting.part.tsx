import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Notice } from '../../../../ui/notice.tsx';
import type { BoundNotice } from '../bounds.dto.ts';

export function Part({ notices }: { readonly notices: readonly BoundNotice[] }): ReactNode {
  return notices.map(({ text, link }) => (
    <Notice
      key={text}
      isLive
      action={
        link && (
          <Link href={link.href} className="button no-underline">
            {link.name}
          </Link>
        )
      }
    >
      {text}
    </Notice>
  ));
}
