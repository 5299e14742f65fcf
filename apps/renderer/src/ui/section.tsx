import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, title, note, children }: SectionProps): ReactNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-rule pt-3 pb-6">
      <div className="mb-2 flex items-baseline gap-2">
        <h2 id={`${id}-title`} className="min-w-0 text-base wrap-anywhere">
          {title}
        </h2>
        {note !== undefined && <p className="text-xs text-faint">{note}</p>}
      </div>
      {children}
    </section>
  );
}
