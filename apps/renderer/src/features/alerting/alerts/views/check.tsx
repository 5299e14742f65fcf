import type { ReactNode } from 'react';

interface CheckProps {
  /** With `[]` at its end where there are several of that name. */
  readonly name: string;
  readonly value: string;
  readonly label: ReactNode;
  readonly isOn: boolean;
}

/** One thing that may be chosen or not. */
export function Check({ name, value, label, isOn }: CheckProps): ReactNode {
  return (
    <label className="flex items-center gap-2.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isOn}
        className="size-4 shrink-0 accent-ink"
      />
      <span className="min-w-0 flex-1">{label}</span>
    </label>
  );
}
