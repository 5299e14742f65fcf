/** The boxes by which issues of a form are chosen, in the order of their rows. */
export function listBoxes(form: HTMLFormElement | null | undefined): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[name=issue]') ?? [])];
}
