import { Link } from '#client-runtime';
import type { Address } from '#shared';
import type { ReactNode } from 'react';
import { Notice } from '../../../../ui/notice.tsx';
import type { Banner } from '../console.dto.ts';

interface BannersProps {
  readonly banners: readonly Banner[];
  /** The page's address. The server's HTML waits, and must not meet another one. */
  readonly address: Address;
}

export function Banners({ banners, address }: BannersProps): ReactNode {
  return banners.map((banner) => <BannerLine key={banner.title} {...banner} address={address} />);
}

function BannerLine({
  title,
  text,
  link,
  isUrgent,
  address,
}: Banner & { readonly address: Address }): ReactNode {
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
