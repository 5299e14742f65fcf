import type { ActionState, FieldErrors } from '#shared';
import type { Announce } from '../announcer/announcer.ts';
import { listShown } from '../history/kept-page.ts';
import { describeErrors } from './describe-errors.ts';
import { toActionAddress } from './action-address.ts';
import type { TypedFields } from './submission.ts';
import { toOwnName } from './submit.ts';

type Field = HTMLInputElement;

const MARK = 'aria-invalid';
const TYPED_INTO = 'input,textarea,select,[contenteditable]';
const INVALID = `[${MARK}=true]`;

/** Leads the visitor to what is wrong with a form. */
export interface PointOut {
  /** The first field with an error has the focus, in whatever it is folded; those that have one are marked, and all of it is said. */
  readonly show: (errors: FieldErrors, form?: HTMLFormElement) => void;
  /** The same of the form that led to the document. */
  readonly showFirst: (document: Document, action: ActionState) => void;
  /** Nothing of that form is wrong any longer, as far as is known. */
  clear(form?: HTMLFormElement): void;
}

export function createPointOut(announce: Announce): PointOut {
  /** Marked here, and not by their view. */
  const marked = new WeakSet<Element>();
  const pointOut: PointOut = {
    show(errors, form) {
      if (Object.keys(errors).length === 0) return;
      const isWrong = ({ name }: Field): boolean => toOwnName(name) in errors;
      const fields = ([...(form?.elements ?? [])] as Field[]).filter(isWrong);
      for (const field of fields) {
        if (field.matches(INVALID)) continue;
        field.setAttribute(MARK, 'true');
        marked.add(field);
      }
      const first = fields.find(({ type, disabled }) => type !== 'hidden' && !disabled);
      if (first) reveal(first);
      // Who types in another field meanwhile is not interrupted.
      if (!isTypedElsewhere(form)) first?.focus();
      const named = [...new Set(fields.map(({ name }) => toOwnName(name)))];
      const others = Object.keys(errors).filter((name) => !named.includes(name));
      // One sentence each, in the order in which they are met, and what stands at no field.
      const sentences = [...named.slice(0, 1), ...others].flatMap(
        (name) => errors[name]?.[0] ?? [],
      );
      const count = Object.keys(errors).filter(Boolean).length;
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

/** What is folded cannot have the focus. */
function reveal(field: Element): void {
  const around = field.closest('details');
  if (!around) return;
  around.open = true;
  if (around.parentElement) reveal(around.parentElement);
}

/** Whether the visitor is in a field of anything but that form. */
function isTypedElsewhere(form?: HTMLFormElement): boolean {
  const field = form?.ownerDocument.activeElement;
  return !!field?.matches(TYPED_INTO) && !form?.contains(field);
}

/** The form that led to the document: of that action, and where several are, the one with what was sent. */
export function findForm(
  document: Document,
  { name, fields }: Pick<ActionState, 'name' | 'fields'>,
): HTMLFormElement | undefined {
  const forms = listShown(document, 'form') as HTMLFormElement[];
  const sending = forms.filter((form) => sends(form, name));
  return sending.find((form) => isOf(form, fields)) ?? sending[0];
}

function sends(form: HTMLFormElement, action: string): boolean {
  const end = toActionAddress('', action).slice(1);
  const buttons = [...form.elements].map((each) => each.getAttribute('formaction'));
  return [form.getAttribute('action'), ...buttons].some((address) => address?.endsWith(end));
}

/** What nobody types says which of several it is. */
function isOf(form: HTMLFormElement, fields: TypedFields): boolean {
  const hidden = [...form.querySelectorAll<Field>('[type=hidden]')];
  return hidden.every(({ name, value }) =>
    [fields[toOwnName(name)] ?? value].flat().includes(value),
  );
}
