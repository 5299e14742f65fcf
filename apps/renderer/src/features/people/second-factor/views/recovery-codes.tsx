import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../ui/copy-button.tsx';

export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }): ReactNode {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="made"
      className="mb-6 grid gap-2 border-l-2 border-ink bg-raised px-3 py-2"
    >
      <h2 id="made" className="flex items-center gap-2 text-base">
        Recovery codes
        <CopyButton text={codes.join('\n')} label="codes" />
      </h2>
      <ul className="grid w-max grid-cols-1 gap-x-6 font-mono text-xs select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="text-xs text-faint">
        Errata shows them only now. Keep them where you keep passwords: each signs you in once when
        the telephone is not there.
      </p>
    </section>
  );
}
