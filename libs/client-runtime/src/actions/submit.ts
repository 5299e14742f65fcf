import { isInSignInDialog } from './challenge.ts';
import type { FieldsSending, FormSending, Sending, TypedFields, Value } from './submission.ts';

export type Entries = readonly (readonly [name: string, value: File | string])[];

export interface Submit {
  readonly sending: Sending;
  readonly form?: HTMLFormElement;
  /** Address of the page that has the action: path and query within the application. */
  readonly url: string;
  readonly entries: Entries;
  readonly isMultipart: boolean;
  readonly fields: TypedFields;
  /** Equal for two submits that mean the same to the server. */
  readonly signature: string;
  readonly isSignIn?: boolean | undefined;
  /** The visitor's mark when this was sent. Nobody else sends it, however long it waits. */
  readonly mark?: string | undefined;
}

export function toSubmit(sending: Sending, basePath: string): Submit {
  return 'form' in sending ? readForm(sending, basePath) : readValues(sending);
}

function readForm(sending: FormSending, basePath: string): Submit {
  const { form, button, data } = sending;
  const read = (of: string): string =>
    button?.getAttribute(`form${of}`) ?? form.getAttribute(of) ?? '';
  const { pathname, search } = new URL(read('action'), form.baseURI);
  const url = (pathname + search).slice(basePath.length).replace(/.[^?&]*$/, '');
  const passwords = [...form.querySelectorAll<HTMLInputElement>('[type=password]')];
  const secrets = new Set(passwords.map((each) => each.name));
  const isMultipart = read('enctype') === 'multipart/form-data';
  return {
    ...describe(sending, url, [...data], secrets),
    isMultipart,
    form,
    isSignIn: isInSignInDialog(form),
  };
}

function readValues(sending: FieldsSending): Submit {
  const { at, values = {} } = sending;
  const [url = ''] = at.split('#', 1);
  const entries = Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value)
      ? // The server reads a field with this suffix as a list, even when it has one value.
        value.flatMap((each: Value) => toEntry(`${name}[]`, each))
      : toEntry(name, value as Value),
  );
  const isMultipart = entries.some(([, value]) => typeof value !== 'string');
  return { ...describe(sending, url, entries), isMultipart };
}

function toEntry(name: string, value: Value): Entries {
  if (value === null || value === undefined) return [];
  return [[name, value instanceof Blob ? (value as File) : String(value)]];
}

function describe(
  sending: Sending,
  url: string,
  entries: Entries,
  secrets: ReadonlySet<string> = new Set(),
): Omit<Submit, 'isMultipart'> {
  const signature = sending.name + url + toSignature(entries);
  return { sending, url, entries, signature, fields: toFields(entries, secrets) };
}

function toFields(entries: Entries, secrets: ReadonlySet<string>): TypedFields {
  const fields = new Map<string, string | string[]>();
  for (const [field, value] of entries) {
    if (typeof value !== 'string' || secrets.has(field)) continue;
    const name = toOwnName(field);
    // The server reads a field as a list when its name occurs twice or ends in `[]`. This code does
    // the same.
    const known = fields.get(name) ?? (name === field ? undefined : []);
    fields.set(name, known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(fields);
}

export function toOwnName(name: string): string {
  return name.replace(/\[\]$/, '');
}

export function toSignature(entries: Entries): string {
  return JSON.stringify(
    entries.map(([field, value]) =>
      typeof value === 'string'
        ? [field, value]
        : // An empty file input yields an empty `File` that is dated now, so its date is ignored.
          [field, value.name, value.size, value.size && value.lastModified],
    ),
  );
}
