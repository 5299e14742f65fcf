import { Link, useAddress } from '#client-runtime';
import type { Address } from '#shared';
import type { ReactNode } from 'react';
import { Notice } from '../../../../ui/notice.tsx';
import type { Banner } from '../console.dto.ts';

export function Banners({ banners }: { readonly banners: readonly Banner[] }): ReactNode {
  return banners.map((banner) => <BannerLine key={banner.title} {...banner} />);
}

function BannerLine({ title, text, link, isUrgent }: Banner): ReactNode {
  const address = useAddress().replace(/#.*/, '') as Address;
  const { name, href } = link ?? { name: 'Try again', href: address };
  if (link && address.startsWith(href)) return null;
  return (
    <Notice
      isWide
      isLive={isUrgent}
      title={title}
      action={
        (link ?? isUrgent) && (
          <Link href={href} replace={!link} prefetch="none" className="button no-underline">
            {name}
          </Link>
        )
      }
    >
      {text}
    </Notice>
  );
}
