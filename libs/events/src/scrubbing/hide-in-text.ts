import { HIDDEN, type HideInText, type TellHidden } from './hidden.ts';
import { isRandomParameter } from './random-value.ts';
import type { SecretNames } from './secret-names.ts';

/** A form or the query of an address: the values of secret names are hidden. `address`: the whole of it. */
export function hideInForm(
  names: SecretNames,
): (form: string, tell: TellHidden, address?: string) => string {
  return (form, tell, address = form) =>
    form
      .split('&')
      .map((field) => {
        const mark = field.indexOf('=');
        const [name, value] = [field.slice(0, mark), field.slice(mark + 1)];
        if (mark < 1 || value === '' || value === HIDDEN) return field;
        const verdict = names.judge(decode(name));
        if (verdict === undefined || verdict === 'safe') return field;
        if (verdict !== 'whole' && /^\d{1,9}$/.test(value)) return field;
        if (verdict === 'random' && !isRandomParameter(name, value, address)) return field;
        tell('name of field');
        return `${name}=${HIDDEN}`;
      })
      .join('&');
}

/** An address that names secrets in its query or its fragment. */
export function hideInAddress(names: SecretNames): HideInText {
  const hide = hideInForm(names);
  return (address, tell) => {
    if (!address.includes('=')) return address;
    const [beforeFragment = '', ...fragment] = address.split('#');
    const [path = '', ...query] = beforeFragment.split('?');
    const hideParts = (parts: readonly string[]) => parts.map((part) => hide(part, tell, address));
    return [[path, ...hideParts(query)].join('?'), ...hideParts(fragment)].join('#');
  };
}

/** The text of a Cookie or Set-Cookie header, with the names of its cookies alone. What has no name is a value. */
export function hideCookies(text: string, tell: TellHidden): string {
  return text
    .split(/;\s*/)
    .filter((cookie) => cookie !== '')
    .map((cookie) => {
      const [name = '', value] = cookie.split('=', 2);
      if (value === HIDDEN || cookie === HIDDEN) return cookie;
      tell('cookie');
      return value === undefined ? HIDDEN : `${name}=${HIDDEN}`;
    })
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
