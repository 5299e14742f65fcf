/** `../features/issues/views/issue.page.tsx` is the view `issues/issue.page`. */
export function toViewName(file: string): string {
  return file.replace(/^.*\/(.+)\/views\/(.+)\.tsx$/, '$1/$2');
}
