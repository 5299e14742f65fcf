import type { ReactNode } from 'react';

interface NoticeProps {
  readonly title?: string | undefined;
  readonly action?: ReactNode;
  readonly isLive?: boolean;
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

const WIDE = 'border-b border-b-rule pr-4 pl-3.25 sm:pr-6 sm:pl-5.25';
const WITHIN_PAGE = 'my-2 px-3';

export function Notice({ title, action, isLive, isWide, children }: NoticeProps): ReactNode {
  return (
    <div
      role={isLive ? 'status' : undefined}
      className={`flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-l-3 border-l-accent bg-raised py-0.75 text-sm ${isWide ? WIDE : WITHIN_PAGE}`}
    >
      <p className="min-w-0 flex-1 basis-72 py-1 wrap-anywhere">
        {title !== undefined && <b className="font-semibold">{title}</b>} {children}
      </p>
      {action}
    </div>
  );
}
