const VIEW_FILE = /(?<folder>[^/]+)\/views\/(?<view>[^/]+)\.tsx$/;

/** `../features/issues/views/issue.page.tsx` is the view `issues/issue.page`. */
export function toViewName(file: string): string {
  const groups = VIEW_FILE.exec(file)?.groups;
  if (!groups) throw new Error(`${file} is not the file of a view.`);
  return `${groups['folder']}/${groups['view']}`;
}
