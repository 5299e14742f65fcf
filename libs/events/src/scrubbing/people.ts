import { HIDDEN, type HideInText } from './hidden.ts';

const MAIL =
  /(?<![\w.+%-])[\w+%-][\w.+%-]{0,63}@(?:[A-Za-z\d-]{1,63}\.){1,8}[A-Za-z][A-Za-z\d-]{1,62}/g;

export const hideMail: HideInText = (text, tell) =>
  text.replace(MAIL, () => {
    tell('mail address');
    return HIDDEN;
  });

const IBAN = /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?!\w)/g;
const MIN_IBAN_LENGTH = 15;

/** Recognises bank account numbers (ISO 13616) by their format and check digits. */
export const hideIban: HideInText = (text, tell) =>
  text.replace(IBAN, (match) => {
    if (!isIban(match.replaceAll(' ', ''))) return match;
    tell('IBAN');
    return HIDDEN;
  });

function isIban(account: string): boolean {
  if (account.length < MIN_IBAN_LENGTH) return false;
  let rest = 0;
  for (const sign of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
