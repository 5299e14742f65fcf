/** Turns `../features/triage/issue-pages/views/issue.page.tsx` into `issue-pages/issue.page`. */
export function toViewName(file: string): string {
  return file.replace(/^.*\/(.+)\/views\/(.+)\.tsx$/, '$1/$2');
}
