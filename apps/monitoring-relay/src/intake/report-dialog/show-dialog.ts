import { reportLimits } from '#shared';

export interface DialogOptions {
  readonly lang: string;
  readonly name: string;
  readonly email: string;
  readonly title: string;
  readonly subtitle: string;
  readonly subtitle2: string;
  readonly labelName: string;
  readonly labelEmail: string;
  readonly labelComments: string;
  readonly labelClose: string;
  readonly labelSubmit: string;
  readonly errorGeneric: string;
  readonly errorFormEntry: string;
  readonly successMessage: string;
}

/* The functions below run in the page of an application. The script consists of their source texts,
   so they must not use anything outside themselves.
   
   Pages may have a strict Content-Security-Policy, so the styles are a constructed sheet, and no
   text becomes markup. */

function make<Name extends keyof HTMLElementTagNameMap>(
  tag: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function openDialog(dialog: HTMLDialogElement, css: string): void {
  const id = 'errata-report-dialog';
  document.getElementById(id)?.remove();
  const host = make('div', { id });
  dialog.addEventListener('close', () => {
    host.remove();
    // The SDK listens for this message and calls the application's `onClose`.
    window.postMessage('__sentry_reportdialog_closed__', '*');
  });
  // The page cannot see that a field in the shadow root has the focus, and would treat typed keys
  // as its shortcuts.
  for (const type of ['keydown', 'keypress', 'keyup']) {
    host.addEventListener(type, (event) => event.stopPropagation());
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(dialog);
  (document.body ?? document.documentElement).append(host);
  dialog.showModal();
}

function showDialog(options: DialogOptions, css: string, maxLength: number): void {
  const { origin, pathname, searchParams } = new URL(
    (document.currentScript as HTMLScriptElement).src,
  );
  const address = new URL(pathname, origin);
  for (const name of ['dsn', 'eventId'])
    address.searchParams.set(name, searchParams.get(name) ?? '');

  const title = make('h2', { id: 'title' }, options.title);
  const name = make('input', { name: 'name', value: options.name, autocomplete: 'name' });
  const email = make('input', {
    name: 'email',
    type: 'email',
    value: options.email,
    autocomplete: 'email',
  });
  const comments = make('textarea', { name: 'comments', rows: 5, required: true, maxLength });
  const note = make('p', { className: 'note', role: 'alert' });
  const close = make('button', { type: 'button' }, options.labelClose);
  const form = make(
    'form',
    {},
    title,
    make('p', { id: 'about' }, options.subtitle, ' ', options.subtitle2),
    make('label', {}, options.labelName, name),
    make('label', {}, options.labelEmail, email),
    make('label', {}, options.labelComments, comments),
    note,
    make('button', { className: 'send' }, options.labelSubmit),
    close,
  );
  const dialog = make('dialog', { lang: options.lang, dir: 'auto' }, form);
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.setAttribute('aria-describedby', 'about');

  const fields = [name, email, comments];
  const tell = (text: string, wrong: readonly string[] = []): void => {
    note.textContent = text;
    for (const field of fields) field.ariaInvalid = String(wrong.includes(field.name));
    fields.find((field) => wrong.includes(field.name))?.focus();
  };

  const send = async (): Promise<void> => {
    const said = fields.map((field) => [field.name, field.value]);
    const answer = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(said),
      credentials: 'omit',
    });
    if (answer.ok) {
      const done = make('p', { id: 'about', role: 'status' });
      form.replaceChildren(title, done, close);
      // Screen readers announce a status only when its text changes after it is in the page.
      done.textContent = options.successMessage;
      close.focus();
      return;
    }
    const { errors = {} } = (await answer.json()) as { errors?: object };
    const wrong = Object.keys(errors);
    tell(wrong.length > 0 ? options.errorFormEntry : options.errorGeneric, wrong);
  };

  let isSending = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    tell('');
    void send()
      .catch(() => tell(options.errorGeneric))
      .finally(() => (isSending = false));
  });
  close.addEventListener('click', () => dialog.close());

  openDialog(dialog, css);
}

export function toScript(options: string, css: string): string {
  const sources = [make, openDialog, showDialog].join('\n');
  return `(() => {\n${sources}\n${showDialog.name}(${options}, ${css}, ${reportLimits.feedbackLength});\n})();\n`;
}
