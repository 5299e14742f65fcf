import { HIDDEN, type HideInText, type HiddenListener } from './hidden.ts';
import { isRandomParameter, WholeAddress } from './random-value.ts';
import type { SecretNames } from './secret-names.ts';

/**
 * Hides the values of secret names in a form or a query. `address` is the whole URL that contains
 * the query.
 */
export function hideInForm(
  names: SecretNames,
): (form: string, tell: HiddenListener, address?: WholeAddress) => string {
  return (form, tell, address = new WholeAddress(() => form)) => {
    if (!form.includes('=')) return form;
    return form
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
  };
}

export function hideInAddress(names: SecretNames): HideInText {
  const hide = hideInForm(names);
  return (address, tell) => {
    if (!address.includes('=')) return address;
    const [beforeFragment = '', ...fragment] = address.split('#');
    const [path = '', ...query] = beforeFragment.split('?');
    const whole = new WholeAddress(() => address);
    const hideParts = (parts: readonly string[]) => parts.map((part) => hide(part, tell, whole));
    return [[path, ...hideParts(query)].join('?'), ...hideParts(fragment)].join('#');
  };
}

/**
 * Keeps only the names of the cookies in a Cookie or Set-Cookie header. Text without a name is
 * hidden.
 */
export function hideCookies(text: string, tell: HiddenListener): string {
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
 * True when the text looks like a submitted form: names and values joined by `=` and `&`. The
 * pattern splits each field only at its first `=`, because an ambiguous pattern would take
 * exponential time.
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
