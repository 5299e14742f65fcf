import { isField } from './element-state.ts';
import type { Changeable } from './element-state.ts';

/** Event of a field that was submitted in vain. */
export const UNSENT = 'unsent';

type Changes = readonly [
  /**
   * What the visitor has scrolled, typed into, chosen, opened or closed, and whether that is to be remembered:
   * not once its form was submitted or reset, and null is never.
   */
  changed: Map<Element, boolean | null>,
  /** What was a password field at some time. */
  secrets: Set<Changeable>,
];

/** `onAct`: the visitor has done anything. */
export function watchChanges(document: Document, onAct: () => void): Changes {
  const secrets = new Set<Changeable>();
  const changed = new Map<Element, boolean | null>([[document.documentElement, true]]);
  const note = (element: Element, isTaken: boolean): void => {
    if (changed.get(element) !== null) changed.set(element, isTaken);
  };
  const listen = (types: string, hear: (target: Element) => void): void => {
    for (const type of types.split(' ')) {
      document.addEventListener(type, ({ target }) => hear(target as Element), true);
    }
  };
  listen('wheel pointerdown keydown', onAct);
  // What shows a password is clicked while it is one still.
  listen('input click', () => {
    for (const field of document.querySelectorAll<Changeable>('[type=password]')) {
      changed.set(field, null);
      secrets.add(field);
    }
  });
  listen(`input ${UNSENT}`, (field) => note(field, true));
  listen('scroll', (target) => {
    if (target !== (document as Node) && !isField(target)) note(target, true);
  });
  // `toggle` is fired by what is open from the beginning, too.
  listen('click', (target) => {
    const details = target.closest('summary')?.parentElement;
    if (details) note(details, true);
  });
  listen('submit reset', (form) => {
    for (const field of (form as HTMLFormElement).elements) note(field, false);
  });
  return [changed, secrets];
}
