import { Link, useFlash, useNavigation } from '#client-runtime';
import type { FlashUndo } from '#shared';
import type { ReactNode } from 'react';
import { NotedForm } from './forms/noted-form.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { mainLandmarkId } from './main-landmark.tsx';

/**
 * Shows what was done, with a button that undoes it. The message covers the bottom of the page, so
 * that nothing moves. The runtime announces it to screen readers. Without scripts, *Dismiss* links
 * to the same page without the message.
 */
export function FlashMessage(): ReactNode {
  const { flash, dismiss } = useFlash();
  const { address } = useNavigation();
  if (!flash) return null;
  const { text, undo } = flash;
  return (
    // The key gives each message a section of its own, so that the cleanup of `ref` runs. Otherwise
    // the focus would vanish with the button of the earlier message.
    <section
      key={`${undo?.action} ${text}`}
      ref={returnFocus}
      aria-label="Message"
      className="flash-message"
    >
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
    <NotedForm action={action} at={at} saysErrors>
      <HiddenFields fields={fields} />
      <button>{label}</button>
    </NotedForm>
  );
}

/**
 * Returns a cleanup that moves the focus to the page when the focus would vanish with the message.
 */
function returnFocus(message: HTMLElement): () => void {
  return () => {
    if (!message.contains(document.activeElement)) return;
    document.getElementById(mainLandmarkId)?.focus({ preventScroll: true });
  };
}
