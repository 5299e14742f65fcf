import type { ReactNode } from 'react';

interface RulePartProps {
  readonly id: string;
  readonly word: string;
  readonly children: ReactNode;
}

export function RulePart({ id, word, children }: RulePartProps): ReactNode {
  return (
    <fieldset
      aria-labelledby={`${id}-word`}
      className="grid min-w-0 gap-x-6 gap-y-2 border-t border-rule py-4 sm:grid-cols-[5rem_minmax(0,32rem)]"
    >
      <h2 id={`${id}-word`} className="text-base">
        {word}
      </h2>
      <div className="grid gap-3">{children}</div>
    </fieldset>
  );
}
