import type { ActionState, FieldErrors } from '#page-protocol';
import type { Announce } from '../announcer/announcer.ts';
import { listShown } from '../history/kept-page.ts';
import { describeErrors } from './describe-errors.ts';
import { toActionName } from './action-address.ts';
import type { TypedFields } from './submission.ts';
import { toOwnName } from './submit.ts';

type Field = HTMLInputElement;

const MARK = 'aria-invalid';
const TYPED_INTO = 'input,textarea,select,[contenteditable]';
const INVALID = `[${MARK}=true]`;

export interface PointOut {
  /**
   * Marks the fields with errors, focuses the first of them, and announces the errors. Opens every
   * `details` element around that field.
   */
  readonly show: (errors: FieldErrors, form?: HTMLFormElement) => void;
  /** Does the same for the form that was sent without scripts and led to this document. */
  readonly showFirst: (document: Document, action: ActionState) => void;
  clear(form?: HTMLFormElement): void;
}

export function createPointOut(announce: Announce): PointOut {
  /** Fields that `show` has marked. The view marks other fields and removes those marks itself. */
  const marked = new WeakSet<Element>();
  const pointOut: PointOut = {
    show(errors, form) {
      const names = Object.keys(errors);
      if (names.length === 0) return;
      const isWrong = ({ name }: Field): boolean => toOwnName(name) in errors;
      const fields = ([...(form?.elements ?? [])] as Field[]).filter(isWrong);
      for (const field of fields) {
        if (field.matches(INVALID)) continue;
        field.setAttribute(MARK, 'true');
        marked.add(field);
      }
      const first = fields.find(({ type, disabled }) => type !== 'hidden' && !disabled);
      if (first) reveal(first);
      if (!isTypedElsewhere(form)) first?.focus();
      const named = [...new Set(fields.map(({ name }) => toOwnName(name)))];
      const others = names.filter((name) => !named.includes(name));
      // Announces the first field's error and the errors that belong to no field. The other fields
      // are only counted.
      const sentences = [...named.slice(0, 1), ...others].flatMap(
        (name) => errors[name]?.[0] ?? [],
      );
      const count = names.filter(Boolean).length;
      announce(describeErrors(count, sentences));
    },
    clear(form) {
      for (const field of form?.querySelectorAll(INVALID) ?? []) {
        if (marked.delete(field)) field.removeAttribute(MARK);
      }
    },
    showFirst: (document, action) => pointOut.show(action.errors, findForm(document, action)),
  };
  return pointOut;
}

/**
 * Opens the `details` elements around a field, because a field in a closed one cannot take the
 * focus.
 */
function reveal(field: Element): void {
  const around = field.closest('details');
  if (!around) return;
  around.open = true;
  if (around.parentElement) reveal(around.parentElement);
}

function isTypedElsewhere(form?: HTMLFormElement): boolean {
  const field = form?.ownerDocument.activeElement;
  return !!field?.matches(TYPED_INTO) && !form?.contains(field);
}

/**
 * Finds the form that led to the document. When several forms have the same action, prefers the
 * form with the submitted hidden fields.
 */
export function findForm(
  document: Document,
  { name, fields }: Pick<ActionState, 'name' | 'fields'>,
): HTMLFormElement | undefined {
  const forms = listShown(document, 'form') as HTMLFormElement[];
  const sending = forms.filter((form) => hasAction(form, name));
  return sending.find((form) => hasHiddenValues(form, fields)) ?? sending[0];
}

function hasAction(form: HTMLFormElement, action: string): boolean {
  const buttons = [...form.elements].map((each) => each.getAttribute('formaction'));
  return [form.getAttribute('action'), ...buttons].some(
    (address) => toActionName(address ?? '') === action,
  );
}

function hasHiddenValues(form: HTMLFormElement, fields: TypedFields): boolean {
  const hidden = [...form.querySelectorAll<Field>('[type=hidden]')];
  return hidden.every(({ name, value }) =>
    [fields[toOwnName(name)] ?? value].flat().includes(value),
  );
}
