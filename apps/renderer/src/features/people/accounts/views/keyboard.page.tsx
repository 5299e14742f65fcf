import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { KeyboardProps } from '../keyboard.dto.ts';

export function Page({ areOn }: KeyboardProps): ReactNode {
  return (
    <>
      <h1 className="py-4 text-xl">Your keyboard</h1>
      <Section id="keys" title="Single-key shortcuts">
        <p className="max-w-prose">
          <Key>/</Key> moves to the search of a list. On the pages of issues there are more:{' '}
          <Key>?</Key> shows them. The keys work anywhere on a page, except while you type in a
          field.
        </p>
        <NotedForm action="switch-keys" className="mt-3 grid justify-items-start gap-3">
          <label className="flex items-center gap-2 pointer-coarse:min-h-11">
            <input
              key={String(areOn)}
              type="checkbox"
              name="keys"
              value="on"
              defaultChecked={areOn}
              className="size-4 accent-ink"
            />
            Use single-key shortcuts
          </label>
          <Button>Save</Button>
        </NotedForm>
      </Section>
    </>
  );
}

function Key({ children }: { readonly children: string }): ReactNode {
  return <kbd className="border border-edge bg-raised px-1.5 font-mono text-xs">{children}</kbd>;
}
