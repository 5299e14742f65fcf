import { Link, useFlash, useNavigation } from '#client-runtime';
import type { FlashUndo } from '#shared';
import type { ReactNode } from 'react';
import { NotedForm } from './forms/noted-form.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { mainLandmarkId } from '../rendering/views/index.ts';

/**
 * Shows the message of the last action, with a button that undoes the action. The message covers
 * the bottom of the page, so that no content moves. The runtime announces the message to screen
 * readers. *Dismiss* works without scripts, as a link to the same page.
 */
export function FlashMessage(): ReactNode {
  const { flash, dismiss } = useFlash();
  const { address } = useNavigation();
  if (!flash) return null;
  const { text, undo } = flash;
  return (
    // The key makes React replace the section for each message. The cleanup of `ref` then moves the
    // focus away from the removed button.
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

function returnFocus(message: HTMLElement): () => void {
  return () => {
    if (!message.contains(document.activeElement)) return;
    document.getElementById(mainLandmarkId)?.focus({ preventScroll: true });
  };
}
