/** Presses a control as a click would. A menu opens, if it is closed, and its first control has the focus. */
export function pressControl(control: HTMLElement): void {
  const menu = control.parentElement;
  if (control.localName !== 'summary' || !(menu instanceof HTMLDetailsElement)) {
    control.click();
    return;
  }
  if (!menu.open) control.click();
  menu.querySelector<HTMLElement>('.menu-panel :is(a, button, input, textarea)')?.focus();
}
