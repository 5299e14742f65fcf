import { Form, Link, useFlash, useNavigation } from '#client-runtime';
import type { FlashUndo } from '#shared';
import type { ReactNode } from 'react';
import { HiddenFields } from './hidden-fields.tsx';

/**
 * What was done, with a way back, over the top of the page: nothing moves, and nothing is covered that a thumb
 * reaches for. Screen readers are told by the runtime. Without scripts the same page without it is a link.
 */
export function FlashMessage(): ReactNode {
  const { flash, dismiss } = useFlash();
  const { address } = useNavigation();
  if (!flash) return null;
  const { text, undo } = flash;
  return (
    <section aria-label="Message" className="flash-message">
      <p>{text}</p>
      {undo && <Undo undo={undo} />}
      <Link
        href={address}
        prefetch="none"
        onClick={(event) => {
          event.preventDefault();
          dismiss();
        }}
      >
        Dismiss
      </Link>
    </section>
  );
}

function Undo({
  undo: { action, at, fields, label = 'Undo' },
}: {
  readonly undo: FlashUndo;
}): ReactNode {
  return (
    <Form action={action} at={at}>
      <HiddenFields fields={fields} />
      <button>{label}</button>
    </Form>
  );
}
