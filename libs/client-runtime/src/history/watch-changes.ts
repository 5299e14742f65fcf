import { isField } from './element-state.ts';
import type { Changeable } from './element-state.ts';

/** Event of a field whose submission failed, so that the snapshot takes the field again. */
export const SUBMIT_FAILED = 'unsent';

type Changes = readonly [
  /**
   * Changed elements, and whether a snapshot takes them. False after the form was submitted or
   * reset, until the next change. Null leaves the element out for good.
   */
  changed: Map<Element, boolean | null>,
  secrets: Set<Changeable>,
];

export function watchChanges(document: Document, onAct: () => void): Changes {
  const secrets = new Set<Changeable>();
  const changed = new Map<Element, boolean | null>([[document.documentElement, true]]);
  const note = (element: Element, isTaken: boolean): void => {
    if (changed.get(element) !== null) changed.set(element, isTaken);
  };
  const listen = (types: string, onEvent: (target: Element) => void): void => {
    for (const type of types.split(' ')) {
      document.addEventListener(type, ({ target }) => onEvent(target as Element), true);
    }
  };
  listen('wheel pointerdown keydown', onAct);
  // A button that reveals a password is clicked while the field still has that type, so clicks
  // count too.
  listen('input click', () => {
    for (const field of document.querySelectorAll<Changeable>('[type=password]')) {
      changed.set(field, null);
      secrets.add(field);
    }
  });
  listen(`input ${SUBMIT_FAILED}`, (field) => note(field, true));
  listen('scroll', (target) => {
    if (target !== (document as Node) && !isField(target)) note(target, true);
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
