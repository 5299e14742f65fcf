/**
 * Opens the dialog and returns the function that closes it. Closing returns the focus; removing the
 * dialog alone does not.
 */
export function openDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
