import { Link } from '#client-runtime';
import type { Address } from '#shared';
import type { ReactNode } from 'react';

const LINK = 'inline-flex items-center py-2 pointer-coarse:min-h-11';

/** Links below a list that begins with the newest row. */
export function NewestOlder(props: {
  readonly newest?: Address | undefined;
  readonly older?: Address | undefined;
}): ReactNode {
  const { newest, older } = props;
  return (
    <p className="flex gap-4 pb-3 text-sm">
      {newest && (
        <Link href={newest} className={LINK}>
          Newest
        </Link>
      )}
      {older && (
        <Link href={older} rel="next" className={LINK}>
          Older
        </Link>
      )}
    </p>
  );
}
