import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { AdviceProps } from '../search-advice.dto.ts';
import type { NamedAddress } from '#shared';

export function SearchAdvice({ advice }: AdviceProps): ReactNode {
  return (
    advice && (
      <p className="pb-1 text-sm wrap-anywhere">
        {advice.text} {advice.link && <WayOn {...advice.link} />}
        {advice.recently && (
          <>
            {' '}
            · <WayOn {...advice.recently} />
          </>
        )}
      </p>
    )
  );
}

export function WayOn({ name, href }: NamedAddress): ReactNode {
  return (
    <Link href={href} className="inline-flex items-center pointer-coarse:min-h-11">
      {name}
    </Link>
  );
}
