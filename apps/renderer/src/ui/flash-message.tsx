import { Link, useFlash, useNavigation } from '#client-runtime';
import type { FlashUndo } from '#shared';
import type { ReactNode } from 'react';
import { NotedForm } from './forms/noted-form.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { mainLandmarkId } from './main-landmark.tsx';

/**
 * What was done, with a way back, over the bottom of the page, on phones above the bar for thumbs: nothing moves. Screen readers are told by the runtime. Without scripts the same page without it is a link.
 */
export function FlashMessage(): ReactNode {
  const { flash, dismiss } = useFlash();
  const { address } = useNavigation();
  if (!flash) return null;
  const { text, undo } = flash;
  return (
    // Another message is another section: the focus would go with the button of the one before.
    <section
      key={`${undo?.action} ${text}`}
      ref={leadBack}
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

/** Returns what leads the focus to the page when it would go with the message, dismissed or taken back. */
function leadBack(message: HTMLElement): () => void {
  return () => {
    if (!message.contains(document.activeElement)) return;
    document.getElementById(mainLandmarkId)?.focus({ preventScroll: true });
  };
}
