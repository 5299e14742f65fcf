/**
 * Presses a control like a click. When the control is a menu, the menu opens and its first control
 * gets the focus.
 */
export function pressControl(control: HTMLElement): void {
  const menu = control.parentElement;
  if (control.localName !== 'summary' || !(menu instanceof HTMLDetailsElement)) {
    control.click();
    return;
  }
  if (!menu.open) control.click();
  menu.querySelector<HTMLElement>('.menu-panel :is(a, button, input, textarea)')?.focus();
}
