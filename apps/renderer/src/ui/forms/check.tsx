import type { ReactNode } from 'react';

interface CheckProps {
  /** Name of the form field. Names that several boxes share end with `[]`. */
  readonly name: string;
  readonly value: string;
  readonly label: ReactNode;
  readonly isOn: boolean;
}

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
