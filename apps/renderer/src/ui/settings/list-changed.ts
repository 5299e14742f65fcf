/** Returns the labels of the changed fields in the order of the form, without duplicates. */
export function listChanged(form: HTMLFormElement): string[] {
  const changed = [...form.elements].filter(isChanged);
  return [...new Set(changed.map(toLabel))].filter((label) => label !== '');
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    if (field.type === 'hidden') return false;
    return field.type === 'checkbox' || field.type === 'radio'
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  return false;
}

function toLabel(field: Element): string {
  const { labels } = field as HTMLInputElement;
  const isChoice = field instanceof HTMLInputElement && field.type === 'radio';
  const legend = isChoice ? field.closest('fieldset')?.querySelector('legend') : undefined;
  return (legend ?? labels?.[0])?.textContent.trim() ?? '';
}
