import { isField } from './element-state.ts';
import type { Changeable } from './element-state.ts';

/**
 * Event that a field receives when its submission failed. Later snapshots include the field again.
 */
export const SUBMIT_FAILED = 'unsent';

type Changes = readonly [
  /**
   * Changed elements, with true when snapshots include the element. False means that the form was
   * submitted or reset after the change. Null excludes the element for good.
   */
  changed: Map<Element, boolean | null>,
  secrets: Set<Changeable>,
];

export function watchChanges(document: Document, onAct: () => void): Changes {
  const secrets = new Set<Changeable>();
  const changed = new Map<Element, boolean | null>([[document.documentElement, true]]);
  const note = (element: Element, isTaken: boolean): void => {
    // The document is no element, but other code may dispatch an event at it.
    if (element !== (document as Node) && changed.get(element) !== null)
      changed.set(element, isTaken);
  };
  const listen = (types: string, onEvent: (target: Element) => void): void => {
    for (const type of types.split(' ')) {
      document.addEventListener(type, ({ target }) => onEvent(target as Element), true);
    }
  };
  listen('wheel pointerdown keydown', onAct);
  // A button that reveals a password changes the field's type. The listener for clicks runs before
  // that and finds the field.
  listen('input click', () => {
    for (const field of document.querySelectorAll<Changeable>('[type=password]')) {
      changed.set(field, null);
      secrets.add(field);
    }
  });
  listen(`input ${SUBMIT_FAILED}`, (field) => note(field, true));
  listen('scroll', (target) => {
    if (!isField(target)) note(target, true);
  });
  // Listens to `click`, because elements that are open from the start fire `toggle` too.
  listen('click', (target) => {
    const details = target.closest('summary')?.parentElement;
    if (details) note(details, true);
  });
  listen('submit reset', (form) => {
    for (const field of (form as HTMLFormElement).elements) note(field, false);
  });
  return [changed, secrets];
}
