/** Clicks a control. For the summary of a menu, opens the menu and focuses its first control. */
export function pressControl(control: HTMLElement): void {
  const menu = control.parentElement;
  if (control.localName !== 'summary' || !(menu instanceof HTMLDetailsElement)) {
    control.click();
    return;
  }
  if (!menu.open) control.click();
  menu.querySelector<HTMLElement>('.menu-panel :is(a, button, input, textarea)')?.focus();
}
