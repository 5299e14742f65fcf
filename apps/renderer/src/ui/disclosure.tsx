import type { ReactNode } from 'react';

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly id?: string;
  /** The browser keeps only one of the disclosures with the same name open. */
  readonly name?: string;
  readonly className?: string;
}

/** Uses `details`, which opens without scripts. */
export function Disclosure({
  summary,
  children,
  open,
  id,
  name,
  className = '',
}: DisclosureProps): ReactNode {
  return (
    <details id={id} name={name} open={open} className={`disclosure ${className}`}>
      <summary className="flex items-baseline gap-2 py-1 hover:bg-raised pointer-coarse:min-h-11 pointer-coarse:py-3">
        <Chevron />
        <span className="min-w-0 flex-1">{summary}</span>
      </summary>
      {children}
    </details>
  );
}

function Chevron(): ReactNode {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 8 8"
      width="8"
      height="8"
      className="chevron shrink-0 fill-faint print:hidden forced-colors:fill-[CanvasText]"
    >
      <path d="M2 0l4 4-4 4z" />
    </svg>
  );
}
