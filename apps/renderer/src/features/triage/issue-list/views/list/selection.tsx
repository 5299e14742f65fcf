import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '../../../../../ui/forms/button.tsx';
import { TriageBar } from '../../../states/views/index.ts';
import type { TriageBarProps } from '../../../states/views/index.ts';

const never = (): (() => void) => () => undefined;

function useHasScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Repeats `list-boxes.ts`, which loads later than the page. A shared script would cost each first
 * page an additional file.
 */
function listBoxes(form: HTMLFormElement | null | undefined): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[name=issue]') ?? [])];
}

/** Returns the boxes between two chosen ones, or nothing when another number is chosen. */
function listBetween(boxes: readonly HTMLInputElement[]): readonly HTMLInputElement[] {
  const chosen = boxes.filter(({ checked }) => checked);
  const [first, last] = chosen as [HTMLInputElement, HTMLInputElement];
  return chosen.length === 2 ? boxes.slice(boxes.indexOf(first) + 1, boxes.indexOf(last)) : [];
}

/**
 * Returns the numbers of selected issues, of all issues, and of those between two selected ones in
 * the form around `place`: `2/100/8`. Every rendering counts again, since selected rows may disappear.
 */
function useChosen(place: RefObject<HTMLElement | null>, isThere = true): string {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const form = isThere ? place.current?.closest('form') : undefined;
      // `reset` fires before the fields have their old values.
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
      const chosen = boxes.filter(({ checked }) => checked).length;
      return `${chosen}/${boxes.length}/${listBetween(boxes).length}`;
    },
    () => '0/0/0',
  );
}

/**
 * Only this component is rendered again when the number changes. When JavaScript is off, CSS says
 * only that some issues are selected. Phones have no Shift, so a button selects a range.
 */
function SelectedCount(): ReactNode {
  const place = useRef<HTMLParagraphElement>(null);
  const [count = 0, , between = 0] = useChosen(place).split('/').map(Number);
  return (
    <p ref={place} className="triage-count" aria-live="polite">
      {count > 0 && `${count} selected`}
      {between > 0 && (
        <button
          type="button"
          className="ml-3 inline-flex min-h-9 items-center underline pointer-coarse:min-h-11 wide:hidden"
          onClick={({ currentTarget: { form } }) => {
            for (const box of listBetween(listBoxes(form))) box.checked = true;
            form?.dispatchEvent(new Event('change'));
          }}
        >
          {`and the ${between} between`}
        </button>
      )}
    </p>
  );
}

/**
 * Clears the selection. Without JavaScript the button resets the form to the selection that came
 * with the page.
 */
function ClearButton(): ReactNode {
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

/**
 * Hides the button unless several issues are selected. Without JavaScript the number is not known,
 * so the button stays.
 */
function MergeButton(): ReactNode {
  const isAlive = useHasScripts();
  const place = useRef<HTMLButtonElement>(null);
  const count = parseInt(useChosen(place), 10);
  return (
    <Button ref={place} name="change" value="merge" hidden={isAlive && count < 2}>
      Merge
    </Button>
  );
}

export function SelectAll(): ReactNode {
  const isAlive = useHasScripts();
  const place = useRef<HTMLInputElement>(null);
  const [chosen, all] = useChosen(place, isAlive).split('/').map(Number) as [number, number];
  // HTML has no attribute for `indeterminate`.
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

/** CSS hides the bar until an issue is selected. */
export function ListTriageBar(props: Pick<TriageBarProps, 'offer' | 'status'>): ReactNode {
  const last = (
    <>
      <MergeButton />
      <ClearButton />
    </>
  );
  return (
    <TriageBar {...props} last={last}>
      <SelectedCount />
    </TriageBar>
  );
}
