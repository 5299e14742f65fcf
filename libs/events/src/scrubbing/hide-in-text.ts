import { isSecretName } from './secret-names.ts';

/** Stands for a value that was taken out; SDKs write the same for what they take out themselves. */
export const HIDDEN = '[Filtered]';

/** A form or the query of an address: the values of secret names are hidden. */
export function hideInForm(form: string): string {
  return form
    .split('&')
    .map((field) => {
      const mark = field.indexOf('=');
      const isSecret =
        mark > 0 && mark < field.length - 1 && isSecretName(decode(field.slice(0, mark)));
      return isSecret ? `${field.slice(0, mark)}=${HIDDEN}` : field;
    })
    .join('&');
}

/** An address that names secrets in its query or its fragment, or a password before its host. */
export function hideInAddress(address: string): string {
  const [beforeFragment = '', ...fragment] = address.split('#');
  const [path = '', ...query] = beforeFragment.split('?');
  return [
    [hidePassword(path), ...query.map(hideInForm)].join('?'),
    ...fragment.map(hideInForm),
  ].join('#');
}

function hidePassword(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/@\s:]*:[^/@\s]*@/i, `$1${HIDDEN}@`);
}

/** The text of a Cookie or Set-Cookie header, with the names of its cookies alone. What has no name is a value. */
export function hideCookies(text: string): string {
  return text
    .split(/;\s*/)
    .filter((cookie) => cookie !== '')
    .map((cookie) => (cookie.includes('=') ? `${cookie.split('=', 1)[0]}=${HIDDEN}` : HIDDEN))
    .join('; ');
}

/**
 * Whether a text has the shape of a form that was sent: names and values joined by `=` and `&`. Only `=` ends a name before
 * its value: a second way to split a field would take time exponential in the number of fields.
 */
export function isForm(text: string): boolean {
  return /^[^\s=&<>{}"]{1,200}=[^\s&]*(?:&[^\s=&]{1,200}(?:=[^\s&]*)?)*$/.test(text);
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
