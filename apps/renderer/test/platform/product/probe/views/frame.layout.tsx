import { Form, useFlash } from '#client-runtime';
import type { ReactNode } from 'react';
import type { FrameProps } from '../probe.dto.ts';

export function Layout({
  frame,
  children,
}: FrameProps & { readonly children: ReactNode }): ReactNode {
  return (
    <div title={frame}>
      <Told />
      {children}
    </div>
  );
}

function Told(): ReactNode {
  const { flash, dismiss } = useFlash();
  if (!flash) return null;
  const { text, undo } = flash;
  return (
    <section aria-label="told">
      <p data-testid="told">{text}</p>
      {undo && (
        <Form action={undo.action}>
          <input type="hidden" name="note" value={String(undo.fields['note'])} />
          <button>{undo.label ?? 'Undo'}</button>
        </Form>
      )}
      <button type="button" onClick={dismiss}>
        Dismiss
      </button>
    </section>
  );
}
