import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '../../../../../ui/forms/button.tsx';

const never = (): (() => void) => () => undefined;

/** What can only be done with scripts: absent without. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The same as in `list-boxes.ts`, which loads behind the page: a script of its own would cost each first page more. */
function listBoxes(form: HTMLFormElement | null | undefined): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[name=issue]') ?? [])];
}

/**
 * How many issues of the form around `place` are selected, and how many there are: `2/100`. Read with every rendering
 * too: with other rows, what was selected may be gone.
 */
function useChosen(place: RefObject<HTMLElement | null>, isThere = true): string {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const form = isThere ? place.current?.closest('form') : undefined;
      // Told before its fields are as they were.
      const onReset = (): void => queueMicrotask(onChange);
      form?.addEventListener('change', onChange);
      form?.addEventListener('reset', onReset);
      return () => {
        form?.removeEventListener('change', onChange);
        form?.removeEventListener('reset', onReset);
      };
    },
    [place, isThere],
  );
  return useSyncExternalStore(
    subscribe,
    () => {
      const boxes = listBoxes(place.current?.closest('form'));
      return `${boxes.filter(({ checked }) => checked).length}/${boxes.length}`;
    },
    () => '0/0',
  );
}

/** How many issues are selected in the form around it; it alone is rendered again when that changes. Without scripts the style says that some are. */
export function SelectedCount(): ReactNode {
  const place = useRef<HTMLParagraphElement>(null);
  const count = parseInt(useChosen(place), 10);
  return (
    <p ref={place} className="triage-count" aria-live="polite">
      {count > 0 && `${count} selected`}
    </p>
  );
}

/** Selects none. Without scripts it is what a reset makes of it: those that were selected when the form came. */
export function ClearButton(): ReactNode {
  return (
    <Button
      type="reset"
      onClick={(event) => {
        event.preventDefault();
        const { form } = event.currentTarget;
        for (const box of listBoxes(form)) box.checked = false;
        form?.dispatchEvent(new Event('change'));
      }}
    >
      Clear
    </Button>
  );
}

/** Of one alone there is nothing to merge. Without scripts nobody knows how many there will be. */
export function MergeButton(): ReactNode {
  const isAlive = useIsAlive();
  const place = useRef<HTMLButtonElement>(null);
  const count = parseInt(useChosen(place), 10);
  return (
    <Button ref={place} name="change" value="merge" hidden={isAlive && count < 2}>
      Merge
    </Button>
  );
}

/** Selects every issue of the page, or none. */
export function SelectAll(): ReactNode {
  const isAlive = useIsAlive();
  const place = useRef<HTMLInputElement>(null);
  const [chosen, all] = useChosen(place, isAlive).split('/').map(Number) as [number, number];
  // No attribute says it.
  useEffect(() => {
    if (place.current) place.current.indeterminate = chosen > 0 && chosen < all;
  }, [chosen, all]);
  if (!isAlive) return null;
  return (
    <label className="check">
      <input
        ref={place}
        type="checkbox"
        aria-label="Select all"
        checked={all > 0 && chosen === all}
        onChange={({ currentTarget: { checked, form } }) => {
          for (const box of listBoxes(form)) box.checked = checked;
        }}
      />
      <span className="wide:sr-only">All on this page</span>
    </label>
  );
}
