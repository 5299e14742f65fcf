import { type DialogOptions, toScript } from './show-dialog.ts';

const TEXTS: DialogOptions = {
  lang: 'en',
  name: '',
  email: '',
  title: 'Something went wrong',
  subtitle: 'The people who run this site have been told about the error.',
  subtitle2: 'What you write here helps them to find its cause.',
  labelName: 'Name',
  labelEmail: 'Email',
  labelComments: 'What happened?',
  labelClose: 'Close',
  labelSubmit: 'Send',
  errorGeneric: 'This could not be sent. Please try again.',
  errorFormEntry: 'Please correct the marked fields.',
  successMessage: 'Thank you. Your message has been sent.',
};

const CSS = `
:host { all: initial; }
dialog, dialog * { box-sizing: border-box; }
dialog { color-scheme: light dark; width: min(30rem, calc(100vw - 1rem)); max-height: calc(100dvh - 1rem);
  padding: 1.5rem; border: 1px solid GrayText; border-radius: 8px; overflow: auto; overflow-wrap: anywhere;
  font: 16px/1.5 system-ui, sans-serif; color: CanvasText; background: Canvas; }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
h2 { margin: 0; font-size: 20px; line-height: 1.3; }
p { margin: 8px 0 16px; }
.note { margin: 0 0 16px; color: #b3261e; color: light-dark(#b3261e, #ffb4ab); }
.note:empty { display: none; }
label { display: block; margin-bottom: 16px; font-weight: 600; }
input, textarea { display: block; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px;
  border: 1px solid GrayText; border-radius: 6px; font: inherit; font-weight: 400; color: FieldText; background: Field; }
textarea { resize: vertical; }
[aria-invalid=true] { border-color: #b3261e; border-color: light-dark(#b3261e, #ffb4ab); }
button { min-height: 44px; margin-inline-end: 8px; padding: 8px 16px; border: 1px solid GrayText; border-radius: 6px;
  font: inherit; color: CanvasText; background: Canvas; cursor: pointer; }
.send { border-color: transparent; color: #fff; background: #1f5fbf; color: light-dark(#fff, #10243f); background: light-dark(#1f5fbf, #a8c7fa); }
:focus-visible { outline: 2px solid #1f5fbf; outline: 2px solid light-dark(#1f5fbf, #a8c7fa); outline-offset: 2px; }
`;

/**
 * Returns the script that shows the dialog. The query comes from an untrusted URL, so its texts are
 * escaped and cannot become HTML or JavaScript.
 */
export function toDialogScript(query: URLSearchParams): string {
  const names = Object.keys(TEXTS) as (keyof DialogOptions)[];
  const options = names.map((name) => [name, query.get(name) ?? TEXTS[name]]);
  return toScript(toAscii(Object.fromEntries(options)), toAscii(CSS));
}

function toAscii(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]|[<>&']/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
